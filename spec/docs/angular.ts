import '@angular/compiler'
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  Injector,
  RendererFactory2,
  runInInjectionContext,
} from '@angular/core'

/** A node of a page without a browser: text, and what is in it. */
class TextNode {
  parent: TextNode | undefined
  readonly children: Array<TextNode> = []

  constructor(public text = '') {}

  get textContent(): string {
    return this.text + this.children.map(({ textContent }) => textContent).join('')
  }
}

const insert = (parent: TextNode, child: TextNode, index: number): void => {
  parent.children.splice(index, 0, child)
  child.parent = parent
}

/** Renders text alone: what examples need of a browser. */
const renderer = {
  data: {},
  createElement: () => new TextNode(),
  createComment: () => new TextNode(),
  createText: (text: string) => new TextNode(text),
  setValue: (node: TextNode, text: string) => {
    node.text = text
  },
  appendChild: (parent: TextNode, child: TextNode) => {
    insert(parent, child, parent.children.length)
  },
  insertBefore: (parent: TextNode, child: TextNode, before: TextNode) => {
    insert(parent, child, parent.children.indexOf(before))
  },
  parentNode: ({ parent }: TextNode) => parent,
  setAttribute: () => undefined,
}

const providers = [{ provide: RendererFactory2, useValue: { createRenderer: () => renderer } }]

/* eslint-disable @typescript-eslint/no-unsafe-class-instance-assignment -- Angular's injectors are classes by name only */
/** Runs what may use `inject`, and ends its streams when it has ended: real Angular, compiled as it runs. */
export const inAngular = async (run: () => Promise<void>): Promise<void> => {
  const injector = createEnvironmentInjector(providers, Injector.NULL as EnvironmentInjector)
  await runInInjectionContext(injector, run).finally(() => {
    injector.destroy()
  })
}
