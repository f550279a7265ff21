import { definePrintCommand } from './shared/print-script.ts'

export const zsh = definePrintCommand('zsh', '"${fpath[1]}/_budget"')
