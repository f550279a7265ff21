import { definePrintCommand } from './shared/print-script.ts'

export const bash = definePrintCommand('bash', '~/.local/share/bash-completion/completions/budget')
