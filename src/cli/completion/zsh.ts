/** Renders the completion script for zsh, which asks budget for names only. */

import { renderDescriptionTables, renderShellTables } from './bash-zsh-tables.ts'
import type { FlagModel, NounModel } from './command-model.ts'

/** Returns the script for zsh. */
export const renderZshScript = (nouns: readonly NounModel[], globals: readonly FlagModel[]): string => `\
#compdef budget
# zsh completion for budget; generated, do not edit

${renderShellTables(nouns, globals)}
${renderDescriptionTables(nouns, globals)}
${completionFunctions}`

const completionFunctions = `\
# Completes a value by the code of its completion: @kind asks budget for names, =words lists words, / is a file.
_budget_offer() {
  case $1 in
    @history_entry)
      local tab=$'\\t'
      _budget_tell entry "\${$($words[1] __complete history_entry 2>/dev/null)//$tab/:}"
      ;;
    @*) compadd -M 'm:{a-zA-Z}={A-Za-z}' -- "\${(@f)$($words[1] __complete "\${1#@}" 2>/dev/null)}" ;;
    '='*) compadd -- \${(s: :)\${1#=}} ;;
    /) _files ;;
  esac
}

# Words with their descriptions, one per line.
_budget_tell() {
  local -a told=("\${(@f)2}")
  told=(\${told:#})
  _describe $1 told
}

# The values of a flag; without a verb, those of the default verb.
_budget_flag_values() {
  local verb=$2
  [[ -n $verb || -z $1 ]] || { _budget_default_verb "$1"; verb=$REPLY }
  _budget_value "$1 $verb $3"
}

_budget() {
  local REPLY word noun='' verb='' flags
  integer at position=0
  for ((at = 2; at < CURRENT; at++)); do
    word=$words[at]
    if [[ $word == --*=* ]]; then
      continue
    elif [[ $word == -* ]]; then
      _budget_flag_values "$noun" "$verb" "$word"
      if [[ -n $REPLY ]]; then
        if ((at + 1 == CURRENT)); then _budget_offer "$REPLY"; return; fi
        ((at++))
      fi
    elif [[ -z $noun ]]; then
      _budget_noun "$word"; noun=$REPLY
      [[ -n $noun ]] || return
    elif [[ -z $verb ]] && { _budget_verbs "$noun"; [[ " $REPLY " == *" $word "* ]] }; then
      verb=$word
    else
      ((position++))
    fi
  done
  if [[ $words[CURRENT] == --*=* ]]; then
    _budget_flag_values "$noun" "$verb" "\${words[CURRENT]%%=*}"
    compset -P '*='
    _budget_offer "$REPLY"
  elif [[ $words[CURRENT] == -* ]]; then
    [[ -n $verb || -z $noun ]] || { _budget_default_verb "$noun"; verb=$REPLY }
    _budget_flags_told "$noun $verb"; flags=$REPLY
    _budget_flags_told ''
    _budget_tell flag "$flags"$'\n'"$REPLY"
  elif [[ -z $noun ]]; then
    _budget_verbs_told ''; _budget_tell command "$REPLY"
  else
    _budget_verbs "$noun"
    if [[ -z $verb && -n \${REPLY// /} ]]; then _budget_verbs_told "$noun"; _budget_tell command "$REPLY"; return; fi
    _budget_argument "$noun $verb $position"
    _budget_offer "$REPLY"
  fi
}

# In fpath, this file is the body of the function; when sourced, it defines it.
if [[ $funcstack[1] == _budget ]]; then _budget; else compdef _budget budget; fi
`
