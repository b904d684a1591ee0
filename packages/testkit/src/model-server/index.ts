export * from "./careful/index.ts";
export * from "./count-tokens.ts";
export * from "./model-server.ts";
export * from "./served-request.ts";
export * from "./server-bill.ts";
export * from "./server-reply.ts";
