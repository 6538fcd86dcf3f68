const part = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`the page has no ${id}`)
}

/** The parts of the page, by their ids. */
export const parts = {
  scene: part('scene', HTMLSelectElement),
  seed: part('seed', HTMLInputElement),
  about: part('about', HTMLElement),
  play: part('play', HTMLButtonElement),
  moment: part('moment', HTMLOutputElement),
  slider: part('slider', HTMLInputElement),
  speed: part('speed', HTMLSelectElement),
  added: part('added', HTMLUListElement),
  status: part('status', HTMLElement),
  program: part('program', HTMLElement),
  outcome: part('outcome', HTMLElement),
  faults: part('faults', HTMLDetailsElement),
  edit: part('edit', HTMLButtonElement),
  run: part('run', HTMLButtonElement),
  reset: part('reset', HTMLButtonElement),
  editor: part('editor', HTMLElement),
  code: part('code', HTMLPreElement),
  copyProgram: part('copy-program', HTMLButtonElement),
  copyTest: part('copy-test', HTMLButtonElement),
  lines: part('lines', HTMLOListElement),
  copied: part('copied', HTMLTextAreaElement),
}

/** An element with a text. */
export const withText = <K extends keyof HTMLElementTagNameMap>(tag: K, text: string): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}
