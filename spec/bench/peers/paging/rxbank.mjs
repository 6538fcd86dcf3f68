import { createClient, documentedProfile, redact } from 'rxbank'
import { undiciTransport } from 'rxbank/undici'
import { lastValueFrom, of, tap } from 'rxjs'

const token = {
  access_token: redact('t0k3n'),
  expires_at: new Date(Date.now() + 7_200_000),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
}

const reader = (name, { url }, prefetch, config) => {
  const client = createClient({
    profile: documentedProfile,
    baseUrl: url,
    clientId: 'bench',
    clientSecret: 's3cr3t',
    ...config,
  })
  const { transactions } = client.user({ token$: of(token) })
  const pages = transactions.pages({ limit: 500, prefetch })
  return { name, read: (seen) => lastValueFrom(pages.pipe(tap(({ resources }) => seen.add(resources)))) }
}

/** Over the default transport. */
export const rxbank = (server) => reader('rxbank', server, 0)
export const rxbankAhead = (server) => reader('rxbank, prefetch 1', server, 1)

/** Over that of `rxbank/undici`. */
export const rxbankUndici = (server) => reader('rxbank/undici', server, 0, { http: undiciTransport() })
export const rxbankUndiciAhead = (server) => reader('rxbank/undici, prefetch 1', server, 1, { http: undiciTransport() })
