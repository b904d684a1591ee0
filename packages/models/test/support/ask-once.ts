import { archiveDossier } from "./dossiers.ts";
import { VENDORS } from "./vendors.ts";

// Run as a program of its own: what it prints is what a hostile environment could make the SDKs print.
const [, , url = "", openaiUrl = ""] = process.argv;
for (const vendor of VENDORS) {
  await vendor.make({ url, openaiUrl }).ask({ purpose: "archive", dossier: archiveDossier() });
}
