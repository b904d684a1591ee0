/** What a sentence that says when to use a skill holds, in the languages descriptions are often written in. */
const CUES =
  /\b(?:use (?:this|it|when|for|to|whenever|if|after|before)|when(?:ever)?|if (?:the |an? )?users?|triggers?|invoke|activate|asks? (?:for|to|about)|cuando|quand|lorsque|wenn|falls|quando|когда)\b|当|當|适用|適用|使用|触发|とき|場合|때/iu;

/** Ends of sentences; a dot needs white space after it. */
const SENTENCE_END = /(?<=[.!?;](?:\s)|[。！？；\n])/u;

/** Returns the sentences of a description that say when to use the skill; empty when none does (CONTRACTS 13.1). */
export function triggerText(description: string): string {
  return description
    .split(SENTENCE_END)
    .filter((sentence) => CUES.test(sentence))
    .map((sentence) => sentence.trim())
    .join(" ");
}
