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

/** A value of the service if it is text, or else what stands in its place. */
export const text = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)

/** An amount of money, as a person writes it. */
export const money = (amount: unknown, currency: unknown): string =>
  typeof amount !== 'number'
    ? '–'
    : amount.toLocaleString(
        'en',
        typeof currency === 'string' ? { style: 'currency', currency } : { minimumFractionDigits: 2 },
      )
