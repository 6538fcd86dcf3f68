import * as texts from 'playground:scenes'
import type { Address } from '../address.js'
import type { Editor } from '../editor/editor.js'
import { parts } from './parts.js'
import { sourceOf } from './view.js'

/** The program that the reader may change; the editor is loaded when somebody first needs it. */
export interface Program {
  /** Opens the editor with the program of an address. */
  readonly open: (address: Address) => Promise<void>
  readonly focus: () => void
  /** Puts the program of an address into the editor, if it is open. */
  readonly set: (address: Address) => void
  /** The program as it is in the editor; `undefined` where it is the scene's own. */
  readonly script: (address: Address) => string | undefined
  /** What runs of the program of an address; throws where it cannot be compiled. */
  readonly compile: (address: Address) => Promise<string>
}

/** Makes the program; `run` is called when the reader asks for it in the editor. */
export const createProgram = (run: () => void): Program => {
  let editor: Editor | undefined
  return {
    open: async (address) => {
      const { createEditor } = await import('../editor/editor.js')
      parts.editor.hidden = false
      parts.code.hidden = true
      parts.edit.hidden = true
      parts.run.hidden = false
      editor ??= createEditor(parts.editor, sourceOf(address), run)
    },
    focus: () => editor?.focus(),
    set: (address) => editor?.set(sourceOf(address)),
    script: (address) => {
      const text = editor?.text() ?? sourceOf(address)
      return text === texts[address.scene].source ? undefined : text
    },
    compile: async ({ scene, script }) =>
      script === undefined ? texts[scene].code : (await import('../editor/editor.js')).compile(script),
  }
}
