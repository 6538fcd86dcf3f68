import { type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import type { News } from './News.js'

/** A log: sentences on a terminal, lines of JSON elsewhere. */
export const openLog = (level: string): Logger =>
  process.stdout.isTTY
    ? pino({ level }, PinoPretty({ sync: true, hideObject: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
    : pino({ level })

const consentWords = {
  ending: (day: string) => `ends on ${day}`,
  ended: (day: string) => `has ended on ${day}: it is not refreshed any more`,
  renewed: (day: string) => `was renewed, until ${day}`,
} as const

const counted = (count: number, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`

/** Tells what the service did; a batch without news is not worth a line. */
export const tell = (log: Logger, news: News): void => {
  switch (news._tag) {
    case 'Saved': {
      const { user, list, rows, rejected } = news
      if (rows > 0) log.info({ user, list, rows }, `${user}: ${counted(rows, 'row')} of ${list} saved`)
      if (rejected > 0) log.warn({ user, list, rejected }, `${user}: ${counted(rejected, 'row')} of ${list} left out`)
      break
    }
    case 'Consent': {
      const { user, item, state, endsAt } = news
      const reported = consentWords[state](endsAt.toISOString().slice(0, 10))
      const level = state === 'renewed' ? 'info' : 'warn'
      log[level]({ user, item, state, endsAt }, `${user}: the consent to item ${String(item)} ${reported}`)
      break
    }
    case 'Failed': {
      const { user, list, error, delay } = news
      const again = `again in ${counted(delay / 60_000, 'minute')}`
      log.error({ user, list }, `${user}: ${list} cannot be watched: ${error.message}; ${again}`)
      break
    }
    case 'LetGo':
      log.info(
        { user: news.user, rows: news.rows },
        `${news.user}: watched no more; ${counted(news.rows, 'row')} erased`,
      )
  }
}
