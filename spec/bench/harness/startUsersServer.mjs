import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('usersServer.mjs', import.meta.url))

/**
 * Starts a server of many users on a port of this machine, in a second process. It serves, over kept-alive connections:
 *
 * - `/v2/authenticate`: a token of the user whose `external_user_id` is posted.
 * - `/v2/stocks/<anything>`: one stock, 300 bytes, to anyone with a token.
 * - `/v2/accounts`: one page of 20 accounts, whose names are the `external_user_id` of the token.
 *
 * What it answers with: `url`; `counts()`, how many `connections` and `authentications` there have been; and `close`,
 * for the `close` of a comparison.
 */
export const startUsersServer = async () => {
  const child = fork(program, { execArgv: [] })
  const [port] = await once(child, 'message')
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    counts: async () => (await fetch(`${url}/counts`)).json(),
    close: () => {
      child.disconnect()
      return once(child, 'exit')
    },
  }
}
