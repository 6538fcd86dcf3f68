import type { Cause } from './Inspection.js'

/** A cause in words. */
export const causeText = (cause: Cause): string => {
  switch (cause._tag) {
    case 'PageAfter':
      return `the page after request ${String(cause.request)}`
    case 'After':
      return `made with the answer to request ${String(cause.request)}`
    case 'For':
      return `request ${String(cause.request)} needs it first`
    case 'Poll':
      return `a round of watcher ${String(cause.watcher)}`
    case 'Stream':
      return `a subscription to ${cause.name}`
    case 'Unknown':
      return 'not known'
  }
}
