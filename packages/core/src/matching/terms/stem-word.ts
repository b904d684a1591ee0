const SHORTEST = 4;
/** Below this `-at` and `-ate` belong to the stem: create, format. */
const VERB_IN_ATE = 7;
const VOWEL = /[aeiouy]/;

/**
 * Returns the stem of an English word in lower case, so that `deploys`, `deployed`, `deploying` and `deployment` are
 * one term; any other word as it is. Only endings are cut, so it never throws and never grows a word.
 */
export function stemWord(word: string): string {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return word;
  return cutFinal(cutSuffix(cutVerb(cutPlural(word))));
}

function cutPlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > SHORTEST) return `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function cutVerb(word: string): string {
  const rest = /^(?<rest>.{3,})(?:ing|ed)$/.exec(word)?.groups?.["rest"];
  return rest === undefined || !VOWEL.test(rest) ? word : singleEnd(rest);
}

function singleEnd(stem: string): string {
  return /(?<double>[bdfgmnprt])\k<double>$/.test(stem) ? stem.slice(0, -1) : stem;
}

function cutSuffix(word: string): string {
  const rest = /^(?<rest>.{4,})(?:ment|ation|ator|ness|ly)$/.exec(word)?.groups?.["rest"];
  if (rest !== undefined) return rest;
  const noun = /^(?<rest>.{3,}[st])ion$/.exec(word)?.groups?.["rest"];
  if (noun !== undefined) return noun;
  const doer = /^(?<rest>.{4,})(?:er|or)$/.exec(word)?.groups?.["rest"];
  return doer === undefined ? word : singleEnd(doer);
}

function cutFinal(word: string): string {
  if (word.length >= VERB_IN_ATE && word.endsWith("ate")) return word.slice(0, -3);
  if (word.length >= VERB_IN_ATE && word.endsWith("at")) return word.slice(0, -2);
  if (word.length >= SHORTEST && word.endsWith("e")) return word.slice(0, -1);
  return word.length >= SHORTEST && word.endsWith("y") ? `${word.slice(0, -1)}i` : word;
}
