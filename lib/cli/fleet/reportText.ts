import { clockTime, count, duration, plural, printable } from '../formatText.js'
import type { Report, Tally } from './FleetReport.js'

const tally = ({ rounds, changed, removed, failed, fenced, lag }: Tally): string =>
  [
    plural(rounds, 'round'),
    `${plural(changed, 'row')} changed`,
    ...(removed > 0 ? [`${count(removed)} removed`] : []),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(fenced > 0 ? [`${count(fenced)} taken by others`] : []),
    `at most ${duration(lag)} late`,
  ].join(', ')

const words = (report: Report): string => {
  switch (report.type) {
    case 'Started':
      return `works on ${report.database}: each user every ${duration(report.every)}, ${plural(report.rounds, 'round')} at once; Ctrl-C ends it`
    case 'RoundEnded':
      return `${report.user}: ${count(report.changed)} changed, ${count(report.removed)} removed`
    case 'RoundFailed':
      return `${report.user}: failed ${plural(report.failures, 'time')}, again in ${duration(report.wait)}: ${report.error}`
    case 'UserSetAside':
      return report.wait === undefined
        ? `${report.user}: set aside, until rxbank fleet users retry: ${report.reason}`
        : `${report.user}: set aside, and tried again after ${duration(report.wait)} or rxbank fleet users retry: ${report.reason}`
    case 'FeedSetAside':
      return `${report.user}: ${report.feed} are set aside, and tried again after six hours or rxbank fleet users retry: ${report.reason}`
    case 'FeedReadmitted':
      return `${report.user}: ${report.feed} are read again`
    case 'UserReplaced':
      return `${report.user}: was deleted at the service and made again, as ${report.uuid}; everything is read anew`
    case 'TakenOver':
      return `took over ${plural(report.rounds, 'round')} of ${report.workers.join(', ')}, which sent no more heartbeats`
    case 'Rearmed':
      return `${plural(report.users, 'user')} had lost the next round, which is due again`
    case 'EngineLost':
      return `${report.error}; works again in ${duration(report.delay)}`
    case 'WorkerPaused':
      return `${plural(report.failures, 'round')} in a row failed, this worker gave its rounds back; works again in ${duration(report.delay)}: ${report.error}`
    case 'TokenStoreFailed':
      return `tokens in the database could not be used ${plural(report.times, 'time')}, and this worker went on without: ${report.error}`
    case 'PermitsFailed':
      return `no permits of the limit could be had ${plural(report.times, 'time')}, and requests wait for them: ${report.error}`
    case 'Worked':
      return tally(report)
    case 'Stopping':
      return `${report.reason === 'drain' ? 'the fleet is drained' : 'stopping'}: no further rounds are begun`
    case 'Ended':
      return `ended after ${tally(report)}`
  }
}

/** A report as a line of text for a terminal. */
export const reportText = (report: Report): string => `${clockTime(report.time)} ${printable(words(report))}`
