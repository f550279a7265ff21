/** Completion for zsh: words and flags without starting budget, names by asking it. */

import type { DescribedFlag, DescribedNoun } from './described.ts'
import { shellTables } from './shell_tables.ts'

/** The script for zsh. */
export const zsh = (nouns: readonly DescribedNoun[], globals: readonly DescribedFlag[]): string => `\
#compdef budget
# zsh completion for budget; generated from its commands, not to be edited

${shellTables(nouns, globals)}
_budget_offer() {
  case $1 in
    @*) compadd -M 'm:{a-zA-Z}={A-Za-z}' -- "\${(@f)$($words[1] __complete "\${1#@}" 2>/dev/null)}" ;;
    '='*) compadd -- \${(s: :)\${1#=}} ;;
    /) _files ;;
  esac
}

_budget() {
  local REPLY word noun='' verb='' flags
  integer at place=0
  for ((at = 2; at < CURRENT; at++)); do
    word=$words[at]
    if [[ $word == -* ]]; then
      _budget_value "$noun $verb $word"
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
      ((place++))
    fi
  done
  if [[ $words[CURRENT] == -* ]]; then
    [[ -n $verb || -z $noun ]] || { _budget_usual "$noun"; verb=$REPLY }
    _budget_flags "$noun $verb"; flags=$REPLY
    _budget_flags ''
    compadd -- \${(s: :)flags} \${(s: :)REPLY}
  elif [[ -z $noun ]]; then
    compadd -- ${nouns.map(({ noun }) => noun).join(' ')}
  else
    _budget_verbs "$noun"
    if [[ -z $verb && -n \${REPLY// /} ]]; then compadd -- \${(s: :)REPLY}; return; fi
    _budget_place "$noun $verb $place"
    _budget_offer "$REPLY"
  fi
}

# Read by zsh out of fpath, this file is the function itself, and called already; sourced, it is not.
if [[ $funcstack[1] == _budget ]]; then _budget; else compdef _budget budget; fi
`
