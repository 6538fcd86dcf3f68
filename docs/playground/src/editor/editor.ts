import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { transform } from 'sucrase'

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.number, tags.bool], color: 'var(--literal)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
])

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--panel)', maxHeight: '32em', fontSize: '13px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', border: 'none' },
  '.cm-scroller': { overflow: 'auto' },
})

/** An editor of one text. */
export interface Editor {
  readonly text: () => string
  readonly set: (text: string) => void
  readonly focus: () => void
}

/** An editor with a text. Its styles are in a shadow root, since the page allows no inline ones. */
export const createEditor = (place: HTMLElement, text: string, run: () => void): Editor => {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  root.replaceChildren()
  const view = new EditorView({
    doc: text,
    root,
    parent: root,
    extensions: [
      lineNumbers(),
      history(),
      bracketMatching(),
      javascript({ typescript: true }),
      syntaxHighlighting(colours),
      theme,
      EditorView.contentAttributes.of({ 'aria-label': 'The program', tabindex: '0' }),
      keymap.of([
        {
          key: 'Mod-Enter',
          run: () => {
            run()
            return true
          },
        },
        ...defaultKeymap,
        ...historyKeymap,
      ]),
    ],
  })
  return {
    text: () => view.state.doc.toString(),
    set: (next: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
  }
}

/** The script of a program in TypeScript; throws for one that cannot be read. */
export const compile = (source: string): string =>
  transform(source, { transforms: ['typescript', 'imports'], production: true }).code
