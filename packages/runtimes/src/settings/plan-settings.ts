import { LAUNCHER_MARK } from "../launcher/launcher-script.ts";
import { isWithoutOurs, sameValue, withEntry } from "./expected-settings.ts";
import { jsonSettings } from "./json-settings.ts";
import { describePath, type SettingsEditor } from "./settings-editor.ts";
import {
  type ChangedStretch,
  type DocumentFormat,
  holdsMark,
  type OwnSettingsFile,
  type SettingsEntry,
  type SettingsFile,
  type SharedSettingsFile,
} from "./settings-entry.ts";
import { applyEdits, revertStretch, stretchOf } from "./text-edit.ts";
import { tomlSettings } from "./toml-settings.ts";
import { yamlSettings } from "./yaml-settings.ts";

const EDITORS: Readonly<Record<DocumentFormat, SettingsEditor>> = {
  json: jsonSettings,
  yaml: yamlSettings,
  toml: tomlSettings,
};
const PROGRAM = "metis-curate";
const BYTE_ORDER_MARK = "\ufeff";

/** What an install did to a file, for its reversal; kept beside the backup. */
export interface InstallTrail {
  /** In the order made. */
  readonly stretches: readonly ChangedStretch[];
  /** Lists and mappings that were not there before. */
  readonly made: readonly (readonly string[])[];
}

export type SettingsPlan =
  /** `after` null: the file goes. */
  | { readonly kind: "change"; readonly after: string | null; readonly trail: InstallTrail }
  /** It says so already, or there is nothing of ours to take out. */
  | { readonly kind: "nothing" }
  /** One line: what is in the way. Nothing may be written. */
  | { readonly kind: "refused"; readonly message: string };

const NO_TRAIL: InstallTrail = { stretches: [], made: [] };

/**
 * Plans to put our entries into a file; `text` null: there is none. Entries of an older version of ours are replaced in
 * place. Only what is ours changes: the result is read again and compared, and refused where it says anything else.
 */
export function planInstall(text: string | null, file: SettingsFile): SettingsPlan {
  if (file.kind === "own") return planOwnInstall(text, file);
  return withoutMark(text ?? "", (bare) => planShared(bare, text === null, file));
}

/**
 * Plans to take our entries out of a file that may have changed since: where the install's own stretches stand as they
 * were made, their text is put back exactly; elsewhere the entries alone go.
 */
export function planUninstall(
  text: string | null,
  file: SettingsFile,
  trail: InstallTrail | null,
): SettingsPlan {
  if (text === null) return { kind: "nothing" };
  if (file.kind === "own") {
    return text.includes(file.mark) ? { kind: "change", after: null, trail: NO_TRAIL } : { kind: "nothing" };
  }
  return withoutMark(text, (bare) => planTakeOut(bare, file, trail));
}

/** Whether a file has everything that we would put into it. */
export function isInstalled(text: string | null, file: SettingsFile): boolean {
  return text !== null && planInstall(text, file).kind === "nothing";
}

function planOwnInstall(text: string | null, { content, mark }: OwnSettingsFile): SettingsPlan {
  if (text === content) return { kind: "nothing" };
  if (text !== null && !text.includes(mark)) {
    return { kind: "refused", message: "a file of somebody else has the name" };
  }
  return { kind: "change", after: content, trail: NO_TRAIL };
}

function withoutMark(text: string, plan: (bare: string) => SettingsPlan): SettingsPlan {
  if (!text.startsWith(BYTE_ORDER_MARK)) return plan(text);
  const planned = plan(text.slice(1));
  if (planned.kind !== "change" || planned.after === null) return planned;
  return { ...planned, after: BYTE_ORDER_MARK + planned.after };
}

function planShared(text: string, isMissing: boolean, file: SharedSettingsFile): SettingsPlan {
  const editor = EDITORS[file.format];
  const decoded = editor.decode(text);
  if (!decoded.ok) return { kind: "refused", message: decoded.message };
  const { value } = decoded;
  if (!isMissing && saysItAll(value, file)) return { kind: "nothing" };
  // What is ours and says something else is of an older version.
  const cleared = takeOutAll(text, editor, file, value, []);
  const loss = findLoss(editor, text, cleared, file);
  if (loss !== null) return { kind: "refused", message: loss };
  const bare = editor.decode(cleared);
  const wanted = file.entries.filter((entry) => bare.ok && !isThere(bare.value, entry));
  const stretches: ChangedStretch[] = [];
  let after = cleared;
  for (const entry of wanted) {
    const planned = editor.insert(after, entry);
    if (!planned.ok) return { kind: "refused", message: planned.message };
    stretches.push(stretchOf(after, planned.edits));
    after = applyEdits(after, planned.edits);
  }
  const fault = findFault(editor, cleared, after, wanted);
  if (fault !== null) return { kind: "refused", message: fault };
  const made = bare.ok ? wanted.flatMap(({ at }) => missingOf(bare.value, at)) : [];
  return { kind: "change", after, trail: { stretches, made } };
}

function planTakeOut(text: string, file: SharedSettingsFile, trail: InstallTrail | null): SettingsPlan {
  const editor = EDITORS[file.format];
  const decoded = editor.decode(text);
  // What is broken for another reason is nobody's hindrance.
  if (!decoded.ok && !text.includes(PROGRAM)) return { kind: "nothing" };
  if (!decoded.ok) return { kind: "refused", message: decoded.message };
  if (!placesOfOurs(decoded.value, file).some((entry) => hasOurs(decoded.value, entry, file))) {
    return { kind: "nothing" };
  }
  const reverted = trail === null ? null : revertTrail(text, trail);
  const exact = reverted !== null && findLoss(editor, text, reverted, file) === null ? reverted : null;
  const after = exact ?? takeOutAll(text, editor, file, decoded.value, trail?.made ?? null);
  const fault = findLoss(editor, text, after, file);
  return fault === null ? { kind: "change", after, trail: NO_TRAIL } : { kind: "refused", message: fault };
}

/** Every entry as we would write it, and nothing of ours besides. */
function saysItAll(document: unknown, file: SharedSettingsFile): boolean {
  if (!file.entries.every((entry) => isThere(document, entry))) return false;
  const ours = placesOfOurs(document, file).filter(({ key }) => key === null);
  const found = ours.flatMap(({ at }) => {
    const list = valueAt(document, at);
    return Array.isArray(list) ? list.filter(isOursOf(file, null)) : [];
  });
  return found.length === file.entries.filter(({ key }) => key === null).length;
}

/** The places of our entries, and beside them those where an older version may have had one. */
function placesOfOurs(document: unknown, file: SharedSettingsFile): readonly SettingsEntry[] {
  const own = file.entries.filter(({ shared }) => shared !== true);
  const parents = new Map(
    own.flatMap(({ at, key }) =>
      key === null && at.length > 1 ? [[describePath(at.slice(0, -1)), at]] : [],
    ),
  );
  const beside = [...parents.values()].flatMap((at) => {
    const parent = at.slice(0, -1);
    const members = valueAt(document, parent);
    const names = typeof members === "object" && members !== null ? Object.keys(members) : [];
    return names.map((name): SettingsEntry => ({ at: [...parent, name], key: null, value: null }));
  });
  const known = new Set(beside.map(({ at }) => describePath(at)));
  return [...own.filter(({ at, key }) => key !== null || !known.has(describePath(at))), ...beside];
}

/** The paths to a list or mapping that are not there. */
function missingOf(document: unknown, path: readonly string[]): readonly (readonly string[])[] {
  return path
    .map((_, index) => path.slice(0, index + 1))
    .filter((part) => valueAt(document, part) === undefined);
}

function revertTrail(text: string, { stretches }: InstallTrail): string | null {
  if (stretches.length === 0) return null;
  return stretches.reduceRight<string | null>(
    (rest, stretch) => (rest === null ? null : revertStretch(rest, stretch)),
    text,
  );
}

/** Takes out all that is ours, and what that leaves empty of the lists and mappings in `made` (null: of all). */
function takeOutAll(
  text: string,
  editor: SettingsEditor,
  file: SharedSettingsFile,
  document: unknown,
  made: InstallTrail["made"] | null,
): string {
  return placesOfOurs(document, file).reduce((rest, place) => {
    const cleared = takeOut(rest, editor, place, isOursOf(file, place.key));
    return cleared === rest ? rest : takeOutEmpty(cleared, editor, place.at, made);
  }, text);
}

function takeOut(
  text: string,
  editor: SettingsEditor,
  place: SettingsEntry,
  isOurs: (value: unknown) => boolean,
): string {
  let rest = text;
  let edits = editor.remove(rest, place, isOurs);
  while (edits !== null) {
    const next = applyEdits(rest, edits);
    if (next === rest || !editor.decode(next).ok) return rest;
    rest = next;
    edits = editor.remove(rest, place, isOurs);
  }
  return rest;
}

function takeOutEmpty(
  text: string,
  editor: SettingsEditor,
  path: readonly string[],
  made: InstallTrail["made"] | null,
): string {
  let rest = text;
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const isMade = made === null || made.some((one) => describePath(one) === describePath(part));
    const edits = isMade ? editor.removeEmpty(rest, part) : null;
    if (edits === null) return rest;
    rest = applyEdits(rest, edits);
  }
  return rest;
}

function isThere(document: unknown, { at, key, value, shared }: SettingsEntry): boolean {
  const container = valueAt(document, at);
  if (key === null) return Array.isArray(container) && container.some((item) => sameValue(item, value));
  const found = valueAt(container, [key]);
  if (shared === true) return found !== undefined;
  // A person who wrote the same server by hand keeps their own.
  return sameValue(found, value) || (holdsMark(found, PROGRAM) && !holdsMark(found, LAUNCHER_MARK));
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, name)) return undefined;
    return (inner as Readonly<Record<string, unknown>>)[name];
  }, document);
}

function findFault(
  editor: SettingsEditor,
  before: string,
  after: string,
  entries: readonly SettingsEntry[],
): string | null {
  const [was, is] = [editor.decode(before), editor.decode(after)];
  if (!was.ok || !is.ok) {
    const path = entries[0]?.at ?? [];
    return `${describePath(path)} is written in a way that cannot be added to`;
  }
  const expected = entries.reduce<unknown>(withEntry, was.value);
  return sameValue(expected, is.value) ? null : "something else in it would change";
}

/** Null where `after` says what `before` says, without what is ours. */
function findLoss(
  editor: SettingsEditor,
  before: string,
  after: string,
  file: SharedSettingsFile,
): string | null {
  if (before === after) return null;
  const [was, is] = [editor.decode(before), editor.decode(after)];
  if (!was.ok || !is.ok) return "something else in it would change";
  const places = placesOfOurs(was.value, file);
  if (!isWithoutOurs(was.value, is.value, places, (key) => isOursOf(file, key))) {
    return "something else in it would change";
  }
  return places.some((place) => hasOurs(is.value, place, file))
    ? "our entry cannot be taken out alone"
    : null;
}

function hasOurs(document: unknown, { at, key }: SettingsEntry, file: SharedSettingsFile): boolean {
  const container = valueAt(document, at);
  const isOurs = isOursOf(file, key);
  if (key !== null) return isOurs(valueAt(container, [key]));
  return Array.isArray(container) && container.some(isOurs);
}

/** A member is ours by its program, an item of a list by the command for this runtime. */
function isOursOf({ mark }: SharedSettingsFile, key: string | null): (value: unknown) => boolean {
  return (value) => holdsMark(value, key === null ? mark : LAUNCHER_MARK);
}
