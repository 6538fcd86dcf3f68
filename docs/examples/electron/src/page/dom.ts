/** The one element that a selector names. */
export const find = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E => {
  const element = within.querySelector<E>(selector)
  if (element === null) throw new Error(`the page has no ${selector}`)
  return element
}

/** An element with its class and what is in it; text is text, never markup. */
export const el = (name: string, className = '', ...children: ReadonlyArray<Node | string>): HTMLElement => {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.append(...children)
  return element
}

/** An amount of money, as a person writes it. */
export const money = (amount: number | null | undefined, currency: string | null | undefined): string =>
  typeof amount !== 'number'
    ? '–'
    : amount.toLocaleString(
        'en',
        typeof currency === 'string' ? { style: 'currency', currency } : { minimumFractionDigits: 2 },
      )
