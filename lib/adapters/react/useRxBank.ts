import type { Client } from '../../index.js'
import { useProvidedClient } from './RxBankProvider.js'

/**
 * Returns the client of the nearest `RxBankProvider`, and a function that reads the stream of a key anew, for example from an
 * error boundary.
 *
 * - `C`: the type of the client that the provider was given.
 *
 * @example
 * import { createClient, type GatewayClient } from 'rxbank'
 * import { RxBankProvider, useRxBank } from 'rxbank/react'
 * import { createElement } from 'react'
 * import { renderToString } from 'react-dom/server'
 *
 * const client = createClient({ gateway: 'https://app.example/api/bank' })
 * const Page = () => typeof useRxBank<GatewayClient>().client.user
 * assert.strictEqual(renderToString(createElement(RxBankProvider, { client }, createElement(Page))), 'function')
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the client's type is that of a provider elsewhere
export const useRxBank = <C = Client>(): { readonly client: C; readonly reload: (key: string) => void } => {
  const { client, stores } = useProvidedClient()
  return { client: client as C, reload: (key) => stores.get(key)?.reload() }
}
