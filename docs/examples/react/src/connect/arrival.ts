/** How the visit at the bank has ended from which the browser has just come back. */
export interface Arrival {
  /** `refused`: what came back is not about a session that this person has opened. */
  readonly outcome: 'success' | 'left' | 'refused'
  /** The item that was connected or renewed, or that the visit was about: `undefined` if there is none. */
  readonly itemId?: number
  /** Where the user left. */
  readonly step?: string
  /** The page that the server sent the browser to. */
  readonly path: string
}

const read = (): Arrival | undefined => {
  const { pathname, searchParams } = new URL(location.href)
  const outcome = searchParams.get('visit')
  if (outcome !== 'success' && outcome !== 'left' && outcome !== 'refused') return undefined
  history.replaceState(null, '', pathname) // a reload must not say it again
  const [item, step] = [searchParams.get('item'), searchParams.get('step')]
  return {
    outcome,
    path: pathname,
    ...(item !== null && /^\d{1,15}$/.test(item) ? { itemId: Number(item) } : {}),
    ...(step === null ? {} : { step }),
  }
}

/** What the address said when the page was loaded; `undefined` if the browser came from elsewhere. */
export const arrival = read()
