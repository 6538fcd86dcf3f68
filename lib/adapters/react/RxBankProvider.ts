import { createContext, createElement, type ReactElement, type ReactNode, useContext, useState } from 'react'
import type { Store } from '../store/Store.js'

/** The value of a provider for the components below it: a client, and the stores of its streams by their keys. */
export interface ProvidedClient {
  readonly client: unknown
  readonly stores: Map<string, Store<unknown>>
}

const ClientContext = /* @__PURE__ */ createContext<ProvidedClient | undefined>(undefined)

/** The properties of {@link RxBankProvider}. */
export interface RxBankProviderProps {
  /** A client, or the client of one user. If it changes, all streams below start again. */
  readonly client: object
  readonly children?: ReactNode
}

/**
 * Gives a client to the components below it. `useRxBank` returns it, and the streams of `useStream` are shared below it.
 *
 * @example
 * import { createGatewayClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { RxBankProvider } from 'rxbank/react'
 * import { createElement } from 'react'
 *
 * const client = createGatewayClient({ profile: bridge2025, gateway: 'https://app.example/api/bank' })
 * const app = createElement(RxBankProvider, { client }, 'the app')
 * assert.strictEqual(app.props.client, client)
 */
export const RxBankProvider = ({ client, children }: RxBankProviderProps): ReactElement => {
  // Not `useMemo`: React may render a new client many times before it mounts the result, and then forgets what `useMemo`
  // returned. Each time, the components below would start their streams again.
  const [providedClients] = useState(() => new WeakMap<object, ProvidedClient>())
  const provided = providedClients.get(client) ?? { client, stores: new Map() }
  providedClients.set(client, provided)
  return createElement(ClientContext.Provider, { value: provided }, children)
}

/** The value of the nearest provider; throws if there is none. */
export const useProvidedClient = (): ProvidedClient => {
  const provided = useContext(ClientContext)
  if (provided === undefined) throw new Error('there is no RxBankProvider above this component: wrap the app in one')
  return provided
}
