export { secretlintFinder } from "./secretlint-finder.ts";
