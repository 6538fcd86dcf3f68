import { useProvidedClient } from './RxBankProvider.js'

/**
 * Returns the client of the nearest `RxBankProvider`, and a function that subscribes again to the stream of a key, for
 * example from an error boundary.
 *
 * - `C`: the type of the client that the provider was given, `typeof client`. TypeScript cannot infer it, so without it
 *   the client is `unknown`. Define your own hook next to the client, as below.
 *
 * @example
 * import { createGatewayClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { RxBankProvider, useRxBank, useStream } from 'rxbank/react'
 * import { createElement } from 'react'
 * import { renderToString } from 'react-dom/server'
 * import { toArray } from 'rxjs'
 *
 * const client = createGatewayClient({ profile: bridge2025, gateway: 'https://app.example/api/bank' })
 * const useBank = () => useRxBank<typeof client>()
 *
 * const Accounts = () => {
 *   const { client } = useBank()
 *   const { value } = useStream('accounts', () => client.user().accounts.all().pipe(toArray()), { initialValue: [] })
 *   return `${value.filter(({ data_access }) => data_access === 'enabled').length} accounts`
 * }
 * const page = createElement(RxBankProvider, { client }, createElement(Accounts))
 * assert.strictEqual(renderToString(page), '0 accounts') // the browser continues from here
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the client's type is that of a provider elsewhere
export const useRxBank = <C = unknown>(): { readonly client: C; readonly reload: (key: string) => void } => {
  const { client, stores } = useProvidedClient()
  return { client: client as C, reload: (key) => stores.get(key)?.reload() }
}
