import { EMPTY } from 'rxjs'
import { createWebhooks, signTestWebhook, type WebhookEvent } from '../../lib/node.js'

/** The event of a webhook that was received with a right signature. */
export const verifiedEvent = async (type: string, content: object): Promise<WebhookEvent> => {
  const events: Array<WebhookEvent> = []
  const { handler } = createWebhooks({
    secrets: ['5ecret'],
    storeEvent: (event) => {
      events.push(event)
      return EMPTY
    },
  })
  await handler(signTestWebhook({ secret: '5ecret', event: { type, content } }).request)
  const [event] = events
  if (event === undefined) throw new Error('it was refused')
  return event
}
