import type { CompletionModel, CompletionWord } from "./completion-model.ts";
import type { CompletionValues } from "./completion-values.ts";
import { placesByValues, quoted, wordList } from "./shell-text.ts";

/** The completion of zsh, with what each command and option does. */
export function writeZshScript(model: CompletionModel): string {
  return `#compdef metis-curate
# zsh completion of metis-curate. To have it in every new shell:
#   mkdir -p ~/.zfunc && metis-curate completion zsh > ~/.zfunc/_metis-curate
# and in ~/.zshrc, before compinit:
#   fpath=(~/.zfunc $fpath); autoload -Uz compinit && compinit

_metis_curate_verbs=(
${describedLines([...model.verbs])}
)
_metis_curate_first=(
${describedLines([...model.leading, ...model.plain])}
)

_metis_curate_options() {
  local -a known
  case "$1" in
${[...model.options].map(([verb, options]) => `    ${quoted(verb)}) known=(${options.map(described).join(" ")}) ;;`).join("\n")}
  esac
  _describe -o option known
}

_metis_curate_layout() {
  case "$1:$2" in
${model.layouts
  .flatMap(({ name, workspaceSkills, homeSkills, archive }) => [
    `    ${quoted(`${name}:workspace`)}) print -rn -- ${quoted(workspaceSkills)} ;;`,
    `    ${quoted(`${name}:home`)}) print -rn -- ${quoted(homeSkills)} ;;`,
    `    ${quoted(`${name}:archive`)}) print -rn -- ${quoted(archive)} ;;`,
  ])
  .join("\n")}
  esac
}

_metis_curate_skills() {
  local dir=$skills_dir file
  local -a names
  if [[ -z $dir ]]; then
    if [[ -n $workspace ]]; then dir=$workspace/$(_metis_curate_layout "$layout" workspace)
    else dir=$HOME/$(_metis_curate_layout "$layout" home); fi
  fi
  for file in $dir/*/SKILL.md(N) $dir/*/*/SKILL.md(N); do names+=("\${file:h:t}"); done
  compadd "$@" -a names
}

_metis_curate_archives() {
  local dir=\${workspace:-$HOME}/$(_metis_curate_layout "$layout" archive) file
  local -a names
  [[ -n $skills_dir ]] && return
  for file in $dir/*-[0-9](#c8)T[0-9](#c6)Z*(N); do names+=("\${\${file:t}%-[0-9](#c8)T*}" "\${file:t}"); done
  compadd "$@" -a names
}

_metis_curate_values() {
  local place=$1
  shift
  case "$place" in
${placesByValues(model)
  .map(([places, values]) => `    ${places.map(quoted).join("|")}) ${zshValues(values)} ;;`)
  .join("\n")}
    *) return 1 ;;
  esac
}

_metis_curate() {
  emulate -L zsh -o extended_glob
  local word option="" verb="" workspace="" layout=metis skills_dir="" global="" count=0 i
  for ((i = 2; i < CURRENT; i++)); do
    word=\${(Q)words[i]}
    [[ $word == "~/"* ]] && word=$HOME/\${word#"~/"}
    if [[ -n $option ]]; then
      case "$option" in --layout) layout=$word ;; --skills-dir) skills_dir=$word ;; esac
      option=""
      continue
    fi
    case "$word" in
      --layout=*) layout=\${word#*=} ;;
      --skills-dir=*) skills_dir=\${word#*=} ;;
      --*=*) ;;
      -*)
        [[ $word == --global ]] && global=1
        [[ " ${model.valueOptions.join(" ")} " == *" $word "* ]] && option=$word
        ;;
      *)
        if [[ -z $verb && -z $workspace ]]; then
          if [[ " ${wordList([...model.verbs, ...model.leading, ...model.plain]).join(" ")} " == *" $word "* ]]; then verb=$word
          else workspace=$word; fi
        elif [[ -z $workspace && " ${wordList(model.leading).join(" ")} " == *" $verb "* ]]; then workspace=$word
        elif [[ -z $verb ]]; then
          [[ " ${wordList(model.verbs).join(" ")} " == *" $word "* ]] && verb=$word
        else ((count += 1)); fi
        ;;
    esac
  done

  if [[ -z $option && $PREFIX == --*=* ]]; then
    option=\${PREFIX%%=*}
    compset -P 1 '*='
  fi
  if [[ -n $option ]]; then _metis_curate_values "option:$option"
  elif [[ $PREFIX == -* ]]; then _metis_curate_options "\${verb:-(run)}"
  elif [[ -z $verb && -z $workspace ]]; then
    _describe command _metis_curate_first
    [[ -n $global ]] && _describe command _metis_curate_verbs
    _files -/
  elif [[ -z $verb ]]; then _describe command _metis_curate_verbs
  elif [[ -z $workspace && " ${wordList(model.leading).join(" ")} " == *" $verb "* ]]; then _files -/
  else _metis_curate_values "$verb:$((count + 1))" || _metis_curate_values "$verb:*"; fi
}

# Found in fpath, the whole file is the function _metis-curate; else it was sourced.
if [[ $funcstack[1] == _metis-curate ]]; then _metis_curate "$@"
else compdef _metis_curate metis-curate; fi
`;
}

function describedLines(words: readonly CompletionWord[]): string {
  return words.map((word) => `  ${described(word)}`).join("\n");
}

function described({ word, description }: CompletionWord): string {
  return quoted(`${word.replaceAll(":", "\\:")}:${description}`);
}

function zshValues(values: CompletionValues): string {
  switch (values.kind) {
    case "words":
      return `compadd "$@" -- ${values.words.map(quoted).join(" ")}`;
    case "skills":
      return '_metis_curate_skills "$@"';
    case "archives":
      return '_metis_curate_archives "$@"';
    case "files":
      return "_files";
    case "directories":
      return "_files -/";
  }
}
