import type { CompletionModel } from "./completion-model.ts";
import type { CompletionValues } from "./completion-values.ts";
import { placesByValues, quoted, wordList } from "./shell-text.ts";

/**
 * The completion of bash (3.2 and later). Names of skills come from a directory that may be a stranger's repository:
 * none is ever expanded or evaluated, and only those of plain characters are offered.
 */
export function writeBashScript(model: CompletionModel): string {
  return `# bash completion of metis-curate. To have it in every new shell:
#   mkdir -p ~/.local/share/bash-completion/completions
#   metis-curate completion bash > ~/.local/share/bash-completion/completions/metis-curate
# or, without the package bash-completion, add to ~/.bashrc:
#   source <(metis-curate completion bash)

_metis_curate_among() {
  case " $2 " in *" $1 "*) return 0 ;; esac
  return 1
}

_metis_curate_options() {
  case "$1" in
${[...model.options].map(([verb, options]) => `    ${quoted(verb)}) printf '%s\\n' ${wordList(options).join(" ")} ;;`).join("\n")}
  esac
}

# The directory below the workspace (or, with a second word, below the home directory) that holds the skills.
_metis_curate_layout() {
  case "$1:$2" in
${model.layouts
  .flatMap(({ name, workspaceSkills, homeSkills, archive }) => [
    `    ${quoted(`${name}:workspace`)}) printf '%s' ${quoted(workspaceSkills)} ;;`,
    `    ${quoted(`${name}:home`)}) printf '%s' ${quoted(homeSkills)} ;;`,
    `    ${quoted(`${name}:archive`)}) printf '%s' ${quoted(archive)} ;;`,
  ])
  .join("\n")}
  esac
}

_metis_curate_skills() {
  local dir file name
  dir=$skills_dir
  if [[ -z $dir ]]; then
    if [[ -n $workspace ]]; then dir=$workspace/$(_metis_curate_layout "$layout" workspace)
    else dir=$HOME/$(_metis_curate_layout "$layout" home); fi
  fi
  shopt -u failglob nullglob
  for file in "$dir"/*/SKILL.md "$dir"/*/*/SKILL.md; do
    [[ -f $file ]] || continue
    name=\${file%/SKILL.md}
    name=\${name##*/}
    [[ $name =~ ^[[:alnum:]._-]+$ ]] && printf '%s\\n' "$name"
  done
}

_metis_curate_archives() {
  local dir path name
  [[ -n $skills_dir ]] && return
  dir=\${workspace:-$HOME}/$(_metis_curate_layout "$layout" archive)
  shopt -u failglob nullglob
  for path in "$dir"/*; do
    name=\${path##*/}
    [[ $name =~ ^([[:alnum:]._-]+)-[0-9]{8}T[0-9]{6}Z(-[0-9]+)?$ ]] || continue
    printf '%s\\n' "\${BASH_REMATCH[1]}" "$name"
  done
}

_metis_curate_values() {
  case "$1" in
${placesByValues(model)
  .map(([places, values]) => `    ${places.map(quoted).join("|")}) ${bashValues(values)} ;;`)
  .join("\n")}
    *) return 1 ;;
  esac
}

_metis_curate() {
  local word rest trimmed i n=0 cur prefix="" option="" verb="" workspace="" layout=metis skills_dir="" global="" count=0
  local -a line
  COMPREPLY=()
  # Words that bash split at : or = are put together again.
  rest=$COMP_LINE
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    trimmed=\${rest#"\${rest%%[![:space:]]*}"}
    if ((n > 0)) && [[ -n $trimmed && $trimmed == "$rest" ]]; then line[n-1]=\${line[n-1]}$word
    else line[n]=$word; n=$((n + 1)); fi
    rest=\${trimmed#"$word"}
  done
  cur=\${line[n-1]}
  for ((i = 1; i < n - 1; i++)); do
    word=\${line[i]//\\\\/}
    word=\${word#[\\"\\']}
    word=\${word%[\\"\\']}
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
        _metis_curate_among "$word" ${quoted(model.valueOptions.join(" "))} && option=$word
        ;;
      *)
        if [[ -z $verb && -z $workspace ]]; then
          if _metis_curate_among "$word" ${quoted(wordList([...model.verbs, ...model.leading, ...model.plain]).join(" "))}; then verb=$word
          else workspace=$word; fi
        elif [[ -z $workspace ]] && _metis_curate_among "$verb" ${quoted(wordList(model.leading).join(" "))}; then workspace=$word
        elif [[ -z $verb ]]; then
          _metis_curate_among "$word" ${quoted(wordList(model.verbs).join(" "))} && verb=$word
        else count=$((count + 1)); fi
        ;;
    esac
  done

  local candidates="" file
  if [[ -z $option && $cur == --*=* ]]; then
    option=\${cur%%=*}
    prefix=$option=
    cur=\${cur#*=}
  fi
  if [[ -n $option ]]; then candidates=$(_metis_curate_values "option:$option")
  elif [[ $cur == -* ]]; then candidates=$(_metis_curate_options "\${verb:-(run)}")
  elif [[ -z $verb && -z $workspace ]]; then
    candidates=$(printf '%s\\n' ${wordList([...model.leading, ...model.plain]).join(" ")}; compgen -d -- "$cur")
    [[ -n $global ]] && candidates=$(printf '%s\\n' "$candidates" ${wordList(model.verbs).join(" ")})
    compopt -o filenames 2> /dev/null
  elif [[ -z $verb ]]; then candidates=$(printf '%s\\n' ${wordList(model.verbs).join(" ")})
  elif [[ -z $workspace ]] && _metis_curate_among "$verb" ${quoted(wordList(model.leading).join(" "))}; then
    candidates=$(compgen -d -- "$cur")
    compopt -o filenames 2> /dev/null
  else candidates=$(_metis_curate_values "$verb:$((count + 1))" || _metis_curate_values "$verb:*"); fi

  case $candidates in
    @files) candidates=$(compgen -f -- "$cur"); compopt -o filenames 2> /dev/null ;;
    @directories) candidates=$(compgen -d -- "$cur"); compopt -o filenames 2> /dev/null ;;
  esac
  # Bash replaces only what follows the last of its own word breaks.
  local whole=$prefix$cur cut=""
  case $COMP_WORDBREAKS in *:*) [[ $whole == *:* ]] && cut=\${whole%"\${whole##*:}"} ;; esac
  case $COMP_WORDBREAKS in *=*) [[ -z $cut ]] && cut=$prefix ;; esac
  while IFS= read -r word; do
    [[ -n $word && $word == "$cur"* ]] || continue
    word=$prefix$word
    COMPREPLY[\${#COMPREPLY[@]}]=\${word#"$cut"}
  done <<< "$candidates"
}

complete -F _metis_curate metis-curate
`;
}

function bashValues(values: CompletionValues): string {
  switch (values.kind) {
    case "words":
      return `printf '%s\\n' ${values.words.map(quoted).join(" ")}`;
    case "skills":
      return "_metis_curate_skills";
    case "archives":
      return "_metis_curate_archives";
    case "files":
      return "printf '@files'";
    case "directories":
      return "printf '@directories'";
  }
}
