import type { SkillFinding } from "./skill-scout.ts";

interface Phrase {
  readonly kind: SkillFinding["kind"];
  readonly severity: SkillFinding["severity"];
  readonly pattern: RegExp;
  readonly message: string;
}

/** Phrases with which a text takes over the agent that reads it. Bounded gaps only: a stranger writes the text. */
const PHRASES: readonly Phrase[] = [
  {
    kind: "injection",
    severity: "danger",
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:(?:previous|prior|earlier|above|preceding|all|any|other|existing|your|system|the user'?s?)\b[^.\n]{0,30}\b(?:instructions?|prompts?|directions?)|(?:previous|prior|earlier|above|preceding|your|system)\b[^.\n]{0,30}\b(?:rules|guidelines|guardrails|polic(?:y|ies)|safety))\b/iu,
    message: "tells the agent to ignore its instructions",
  },
  {
    kind: "injection",
    severity: "danger",
    pattern:
      /\b(?:ignora|olvida|oublie[zr]?|ignorez|ignoriere|vergiss|игнорируй|забудь)\b[^.\n]{0,40}(?:instruccion|instruction|anweisung|инструкц)|(?:忽略|无视|無視)[^。\n]{0,12}(?:指令|指示|说明|説明|規則|规则|命令)|(?:以前|これまで|上記)の(?:指示|命令)[^。\n]{0,8}無視/iu,
    message: "tells the agent to ignore its instructions",
  },
  {
    kind: "injection",
    severity: "danger",
    pattern:
      /\b(?:do not|don'?t|never|without)\b[^.\n]{0,20}\b(?:tell|telling|inform|informing|notify|notifying|reveal|revealing|alert|alerting)\b[^.\n]{0,30}\b(?:the )?(?:user|human|operator|owner|person)\b/iu,
    message: "tells the agent to hide something from the person",
  },
  {
    kind: "injection",
    severity: "danger",
    pattern:
      /\b(?:send|post|upload|exfiltrate|forward|transmit|email|leak|curl|wget)\b[^\n]{0,80}(?:\b(?:api[ _-]?keys?|access[ _-]?tokens?|tokens|credentials?|passwords?|secrets?|private keys?|ssh keys?|environment variables|cookies|\.env)\b|~\/\.(?:ssh|aws|netrc)|\bid_rsa\b)[^\n]{0,60}(?:\bto\b|https?:)/iu,
    message: "tells the agent to send credentials away",
  },
  {
    kind: "injection",
    severity: "danger",
    pattern:
      /<\/?(?:system|assistant|system[-_]prompt|system-reminder|im_start|im_end)>|<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|\b(?:print|reveal|repeat|output|show)\b[^.\n]{0,20}\bsystem prompt\b/iu,
    message: "speaks as the system, or asks for the system prompt",
  },
  {
    kind: "injection",
    severity: "danger",
    pattern:
      /--dangerously-skip-permissions|--dangerously-bypass-approvals|\b(?:disable|turn off|skip|bypass)\b[^.\n]{0,30}\b(?:permission|approval|sandbox|confirmation)(?:s| prompts?| checks?)?\b/iu,
    message: "tells the agent to go round its permissions",
  },
  {
    kind: "remote-code",
    severity: "danger",
    pattern:
      /\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:python3?|node|bun|perl|ruby)\b|\bbase64\s+(?:-d|--decode|-D)\b[^\n]{0,80}\|\s*(?:ba|z|da)?sh\b|\b(?:ba|z)?sh\s+<\(\s*(?:curl|wget)|\beval\s+"?\$\(\s*(?:curl|wget)/iu,
    message: "runs code straight from the network",
  },
];

/** A longer line is looked at in pieces that overlap, so that no phrase falls between two. */
const PIECE_CHARACTERS = 4_000;
const OVERLAP_CHARACTERS = 600;

/** Returns the phrases of a text that take over an agent or run foreign code, each kind once, with its first line. */
export function findInjectionPhrases(file: string, text: string): readonly SkillFinding[] {
  const folded = text.normalize("NFKC");
  const found: SkillFinding[] = [];
  for (const { kind, severity, pattern, message } of PHRASES) {
    const at = firstMatch(folded, pattern);
    if (at !== null) found.push({ kind, severity, file, line: at, message });
  }
  return found;
}

/** Line of the first match; a phrase may be wrapped over two lines. */
function firstMatch(text: string, pattern: RegExp): number | null {
  const flat = text.replace(/\r\n?/g, "\n").replace(/[^\S\n]+/g, " ");
  const joined = flat.replace(/(?<=\S) ?\n ?(?=[^\s\-*#>|`])/g, " ");
  for (const whole of joined === flat ? [flat] : [flat, joined]) {
    for (let from = 0; from < whole.length; from += PIECE_CHARACTERS - OVERLAP_CHARACTERS) {
      const match = pattern.exec(whole.slice(from, from + PIECE_CHARACTERS));
      if (match !== null) return lineOf(flat, match[0], whole === flat ? from + match.index : null);
    }
  }
  return null;
}

function lineOf(flat: string, phrase: string, at: number | null): number {
  const start = at ?? Math.max(0, flat.indexOf(phrase.split(" ").slice(0, 2).join(" ")));
  return flat.slice(0, start).split("\n").length;
}
