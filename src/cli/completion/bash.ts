/** Renders the completion script for bash, which asks budget for names only. */

import { renderShellTables } from './bash-zsh-tables.ts'
import type { FlagModel, NounModel } from './command-model.ts'

/** Returns the script for bash. */
export const renderBashScript = (nouns: readonly NounModel[], globals: readonly FlagModel[]): string => `\
# bash completion for budget; generated, do not edit

${renderShellTables(nouns, globals)}
${helperFunctions}_budget() {
  local REPLY at noun='' verb='' position=0 word cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  # Readline splits --flag=value at the equals sign, unless COMP_WORDBREAKS lacks it.
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      -*)
        [[ $word == *=* ]] && continue
        _budget_flag_values "$noun" "$verb" "$word"
        if [[ $REPLY ]]; then
          if [[ \${COMP_WORDS[at + 1]} == = ]]; then
            ((at++))
            if ((at == COMP_CWORD)); then _budget_offer "$REPLY" ''; return; fi
          fi
          if ((at + 1 == COMP_CWORD)); then _budget_offer "$REPLY" "$cur"; return; fi
          ((at++))
        fi
        ;;
      *)
        if [[ ! $noun ]]; then _budget_noun "$word"; noun=$REPLY; [[ $noun ]] || return
        elif [[ ! $verb ]] && { _budget_verbs "$noun"; [[ " $REPLY " == *" $word "* ]]; }; then verb=$word
        else ((position++)); fi
        ;;
    esac
  done
  if [[ $cur == --*=* ]]; then
    _budget_flag_values "$noun" "$verb" "\${cur%%=*}"
    [[ $REPLY ]] || return
    _budget_offer "$REPLY" "\${cur#*=}"
    COMPREPLY=("\${COMPREPLY[@]/#/\${cur%%=*}=}")
  elif [[ $cur == -* ]]; then
    local flags
    [[ $verb || ! $noun ]] || { _budget_default_verb "$noun"; verb=$REPLY; }
    _budget_flags "$noun $verb"; flags=$REPLY
    _budget_flags ''
    _budget_words "$flags $REPLY" "$cur"
  elif [[ ! $noun ]]; then
    _budget_words '${nouns.map(({ noun }) => noun).join(' ')}' "$cur"
  else
    _budget_verbs "$noun"
    if [[ ! $verb && \${REPLY// /} ]]; then _budget_words "$REPLY" "$cur"; return; fi
    _budget_argument "$noun $verb $position"
    _budget_offer "$REPLY" "$cur"
  fi
}

complete -F _budget budget
`

// The shell functions between the tables and the entry point.
const helperFunctions = `\
_budget_words() {
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

# Names may contain spaces and special characters, so each one is quoted.
_budget_names() {
  local name typed=$2 lead=
  case $typed in [\\"\\']*) lead=\${typed:0:1} typed=\${typed:1} ;; esac
  [[ $lead ]] || typed=\${typed//\\\\/}
  COMPREPLY=()
  while IFS= read -r name; do
    name=\${name%%$'\\t'*}
    [[ \${name,,} == "\${typed,,}"* ]] || continue
    case $lead in
      \\") name=\${name//\\\\/\\\\\\\\} name=\${name//\\"/\\\\\\"} name=\${name//\\$/\\\\\\$} name=\${name//\\\`/\\\\\\\`} ;;
      \\') [[ $name == *\\'* ]] && continue ;;
      *) printf -v name %q "$name" ;;
    esac
    COMPREPLY+=("$name")
  done < <("\${COMP_WORDS[0]}" __complete "$1" 2>/dev/null)
}

# Completes a value by the code of its completion: @kind asks budget for names, =words lists words, / is a file.
_budget_offer() {
  case $1 in
    @*) _budget_names "\${1#@}" "$2" ;;
    =*) _budget_words "\${1#=}" "$2" ;;
    /) compopt -o filenames; COMPREPLY=($(compgen -f -- "$2")) ;;
  esac
}

# The values of a flag; without a verb, those of the default verb.
_budget_flag_values() {
  local verb=$2
  [[ $verb || ! $1 ]] || { _budget_default_verb "$1"; verb=$REPLY; }
  _budget_value "$1 $verb $3"
}

`
