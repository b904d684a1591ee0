import type { CompletionModel, CompletionWord } from "./completion-model.ts";
import type { CompletionValues } from "./completion-values.ts";
import { fishQuoted, placesByValues, wordList } from "./shell-text.ts";

/** The completion of fish, with what each command and option does. */
export function writeFishScript(model: CompletionModel): string {
  return `# fish completion of metis-curate. To have it in every new shell:
#   metis-curate completion fish > ~/.config/fish/completions/metis-curate.fish

function __metis_curate_options
    switch "$argv[1]"
${[...model.options].map(([verb, options]) => `        case ${fishQuoted(verb)}\n            printf '%s\\t%s\\n' ${options.map(described).join(" ")}`).join("\n")}
    end
end

function __metis_curate_verbs
    printf '%s\\t%s\\n' ${model.verbs.map(described).join(" ")}
end

function __metis_curate_first
    printf '%s\\t%s\\n' ${[...model.leading, ...model.plain].map(described).join(" ")}
end

function __metis_curate_layout
    switch "$argv[1]:$argv[2]"
${model.layouts
  .flatMap(({ name, workspaceSkills, homeSkills, archive }) => [
    `        case ${fishQuoted(`${name}:workspace`)}\n            echo ${fishQuoted(workspaceSkills)}`,
    `        case ${fishQuoted(`${name}:home`)}\n            echo ${fishQuoted(homeSkills)}`,
    `        case ${fishQuoted(`${name}:archive`)}\n            echo ${fishQuoted(archive)}`,
  ])
  .join("\n")}
    end
end

# Words: workspace, layout, skills directory.
function __metis_curate_skills
    set -l dir $argv[3]
    if test -z "$dir"
        if test -n "$argv[1]"
            set dir $argv[1]/(__metis_curate_layout $argv[2] workspace)
        else
            set dir $HOME/(__metis_curate_layout $argv[2] home)
        end
    end
    for file in $dir/*/SKILL.md $dir/*/*/SKILL.md
        string replace -r '^.*/([^/]+)/SKILL\\.md$' '$1' -- $file
    end
end

function __metis_curate_archives
    test -n "$argv[3]"; and return
    set -l base $argv[1]
    test -n "$base"; or set base $HOME
    for path in $base/(__metis_curate_layout $argv[2] archive)/*
        set -l name (string replace -r '^.*/' '' -- $path)
        string match -qr -- '-[0-9]{8}T[0-9]{6}Z(-[0-9]+)?$' $name; or continue
        string replace -r -- '-[0-9]{8}T[0-9]{6}Z(-[0-9]+)?$' '' $name
        echo $name
    end
end

# Words: place, what is typed of the value, workspace, layout, skills directory.
function __metis_curate_values
    switch "$argv[1]"
${placesByValues(model)
  .map(
    ([places, values]) =>
      `        case ${places.map((place) => fishQuoted(place.replace("*", "\\*"))).join(" ")}\n            ${fishValues(values)}`,
  )
  .join("\n")}
        case '*'
            return 1
    end
end

function __metis_curate_complete
    set -l tokens (commandline -opc)
    set -l cur (commandline -ct)
    set -l option ''
    set -l verb ''
    set -l workspace ''
    set -l layout metis
    set -l skills_dir ''
    set -l global ''
    set -l count 0
    set -e tokens[1]
    for word in $tokens
        set word (string replace -r '^~/' "$HOME/" -- $word)
        if test -n "$option"
            switch $option
                case --layout
                    set layout $word
                case --skills-dir
                    set skills_dir $word
            end
            set option ''
            continue
        end
        switch $word
            case '--layout=*'
                set layout (string replace -r '^[^=]*=' '' -- $word)
            case '--skills-dir=*'
                set skills_dir (string replace -r '^[^=]*=' '' -- $word)
            case '--*=*'
            case '-*'
                test "$word" = --global; and set global 1
                contains -- $word ${model.valueOptions.join(" ")}; and set option $word
            case '*'
                if test -z "$verb" -a -z "$workspace"
                    if contains -- $word ${wordList([...model.verbs, ...model.leading, ...model.plain]).join(" ")}
                        set verb $word
                    else
                        set workspace $word
                    end
                else if test -z "$workspace"; and contains -- "$verb" ${wordList(model.leading).join(" ")}
                    set workspace $word
                else if test -z "$verb"
                    contains -- $word ${wordList(model.verbs).join(" ")}; and set verb $word
                else
                    set count (math $count + 1)
                end
        end
    end

    set -l prefix ''
    if test -z "$option"; and string match -q -- '--*=*' $cur
        set option (string replace -r '=.*$' '' -- $cur)
        set prefix $option=
        set cur (string replace -r '^[^=]*=' '' -- $cur)
    end
    if test -n "$option"
        for value in (__metis_curate_values "option:$option" "$cur" "$workspace" "$layout" "$skills_dir")
            echo $prefix$value
        end
    else if string match -q -- '-*' $cur
        if test -n "$verb"
            __metis_curate_options $verb
        else
            __metis_curate_options '(run)'
        end
    else if test -z "$verb" -a -z "$workspace"
        __metis_curate_first
        test -n "$global"; and __metis_curate_verbs
        __fish_complete_directories "$cur" ''
    else if test -z "$verb"
        __metis_curate_verbs
    else if test -z "$workspace"; and contains -- "$verb" ${wordList(model.leading).join(" ")}
        __fish_complete_directories "$cur" ''
    else
        set -l next (math $count + 1)
        __metis_curate_values "$verb:$next" "$cur" "$workspace" "$layout" "$skills_dir"
        or __metis_curate_values "$verb:*" "$cur" "$workspace" "$layout" "$skills_dir"
    end
end

complete -c metis-curate -f -a '(__metis_curate_complete)'
`;
}

function described({ word, description }: CompletionWord): string {
  return `${fishQuoted(word)} ${fishQuoted(description)}`;
}

function fishValues(values: CompletionValues): string {
  switch (values.kind) {
    case "words":
      return `printf '%s\\n' ${values.words.map(fishQuoted).join(" ")}`;
    case "skills":
      return "__metis_curate_skills $argv[3..5]";
    case "archives":
      return "__metis_curate_archives $argv[3..5]";
    case "files":
      return "__fish_complete_path $argv[2]";
    case "directories":
      return "__fish_complete_directories $argv[2] ''";
  }
}
