export * from "./dossier.ts";
export * from "./verdict.ts";
