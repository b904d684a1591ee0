export * from "./answers.ts";
export * from "./scripted-model.ts";
export * from "./usages.ts";
