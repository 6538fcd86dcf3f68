import type { WebhookEntry } from '../../testing/sandbox/WebhookEntry.js'
import { clockTime } from '../formatText.js'
import { type Colors, printLine } from '../styledLine.js'

/** A webhook as a line of text. */
export const webhookLine = ({ time, type, status }: WebhookEntry, colors: Colors, width: number): string => {
  const isAccepted = typeof status === 'number' && status < 300
  const statusSpan = [isAccepted ? 'good' : 'bad', String(status).padEnd(4)] as const
  return printLine(colors, [['faint', ` ${clockTime(time)}  `], statusSpan, ['faint', ' webhook '], type], width)
}

/** A webhook as a line of JSON. */
export const webhookJson = ({ time, type, userUuid, attempts, status }: WebhookEntry): string =>
  JSON.stringify({ time, type: 'Webhook', event: type, user_uuid: userUuid, attempts, status })
