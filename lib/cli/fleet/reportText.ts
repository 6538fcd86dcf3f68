import { clockTime, count, duration, plural, printable } from '../formatText.js'
import type { FleetReport, Tally } from './fleetStatus.js'

const tally = ({ rounds, changed, removed, failed, superseded, lag }: Tally): string =>
  [
    plural(rounds, 'round'),
    `${plural(changed, 'row')} changed`,
    ...(removed > 0 ? [`${count(removed)} removed`] : []),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(superseded > 0 ? [`${count(superseded)} taken over by other workers`] : []),
    `at most ${duration(lag)} late`,
  ].join(', ')

const consentChange = ({
  change,
  days,
  ends_at: endsAt,
}: Extract<FleetReport, { readonly type: 'ConsentReported' }>): string => {
  if (endsAt === null) return 'has an end that is not a time, so its notices cannot be reported'
  const date = endsAt.toISOString().slice(0, 10)
  if (change === 'renewed') return `was renewed, until ${date}`
  return change === 'ended' ? `ended on ${date}` : `ends within ${plural(days ?? 0, 'day')}, on ${date}`
}

const reportSentence = (report: FleetReport): string => {
  switch (report.type) {
    case 'Started':
      return `${report.worker} is working on ${report.database}: each user every ${duration(report.every)}, ${plural(report.rounds, 'round')} at once; Ctrl-C to end`
    case 'RoundEnded':
      return `${report.user}: ${count(report.changed)} changed, ${count(report.removed)} removed`
    case 'RoundFailed':
      return `${report.user}: failed ${plural(report.failures, 'time')}, next round in ${duration(report.wait)}: ${report.error}`
    case 'UserSuspended':
      return report.wait === undefined
        ? `${report.user}: suspended, until rxbank fleet users retry: ${report.reason}`
        : `${report.user}: suspended, and retried after ${duration(report.wait)} or rxbank fleet users retry: ${report.reason}`
    case 'UserResumed':
      return `${report.user}: is read again`
    case 'FeedSuspended':
      return `${report.user}: ${report.feed} are suspended, and retried after six hours or rxbank fleet users retry: ${report.reason}`
    case 'FeedResumed':
      return `${report.user}: ${report.feed} are read again`
    case 'UserReplaced':
      return `${report.user}: was deleted at the service and created again, as ${report.uuid}; everything is read again`
    case 'ConsentReported':
      return `${report.user}: the consent for item ${String(report.item)} ${consentChange(report)}`
    case 'BalanceMismatch':
      return `${report.user}: account ${report.account} has ${report.reported} ${report.currency}, but its transactions give ${report.expected}, since ${report.since.toISOString().slice(0, 10)}`
    case 'ConsentsFailed':
      return `consents could not be reported, next attempt in ${duration(report.delay)}: ${report.error}`
    case 'WorkersDied':
      return `took over ${plural(report.rounds, 'round')} of ${report.workers.join(', ')}, which sent no more heartbeats`
    case 'RoundsRestored':
      return `${plural(report.users, 'user')} had lost the next round, which is scheduled again`
    case 'EngineLost':
      return `${report.error}; continues in ${duration(report.delay)}`
    case 'WorkerPaused':
      return `${plural(report.failures, 'round')} in a row failed, this worker returned its rounds; continues in ${duration(report.delay)}: ${report.error}`
    case 'TokenStoreFailed':
      return `tokens in the database could not be used ${plural(report.times, 'time')}, and this worker continued without them: ${report.error}`
    case 'PermitsFailed':
      return `permits could not be borrowed ${plural(report.times, 'time')}, and requests are waiting for them: ${report.error}`
    case 'Worked':
      return tally(report)
    case 'Stopping':
      return `${report.reason === 'drain' ? 'the fleet is drained' : 'stopping'}: no new rounds are started`
    case 'Ended':
      return `ended after ${tally(report)}`
  }
}

/** A report as a line of text for a terminal. */
export const reportText = (report: FleetReport): string =>
  `${clockTime(report.time)} ${printable(reportSentence(report))}`
