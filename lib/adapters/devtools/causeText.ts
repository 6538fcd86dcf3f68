import type { Cause } from './Inspection.js'

/** Describes a cause. */
export const causeText = (cause: Cause): string => {
  switch (cause._tag) {
    case 'NextPage':
      return `the next page after request ${String(cause.request)}`
    case 'FollowUp':
      return `follows from the answer to request ${String(cause.request)}`
    case 'Prerequisite':
      return `needed first by request ${String(cause.request)}`
    case 'Poll':
      return `a round of watcher ${String(cause.watcher)}`
    case 'Stream':
      return `a subscription to ${cause.name}`
    case 'Unknown':
      return 'not known'
  }
}
