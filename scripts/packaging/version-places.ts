/** Where the version stands besides the packages; the pattern's two groups are what is around it. */
export const VERSION_PLACES: readonly { readonly path: string; readonly pattern: RegExp }[] = [
  { path: "package.json", pattern: /^(\{[\s\S]*?"version": ")[^"]+(")/ },
  { path: "plugins/claude-code/.claude-plugin/plugin.json", pattern: /("version": ")[^"]+(")/ },
  { path: "plugins/claude-code/bin/metis-curate", pattern: /(\nversion=)\S+(\n)/ },
];
