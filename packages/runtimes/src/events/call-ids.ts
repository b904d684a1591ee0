/** What stands for a call whose runtime gives it no id live, though its transcript may have one. */
const GENERATED = /^call-[0-9a-f]{24}$/;

/** An id of our own for a call, of the hash of what it was called with. */
export function generatedCallId(hash: string): string {
  return `call-${hash.slice(0, 24)}`;
}

export function isGeneratedCallId(id: string): boolean {
  return GENERATED.test(id);
}
