import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { SecureHeadersVariables } from 'hono/secure-headers'

const root = fileURLToPath(new URL('../app/browser', import.meta.url))
const index = await readFile(`${root}/index.html`, 'utf8')

/** The built app: its files, and its one page for whatever address the router knows. */
export const pages = new Hono<{ Variables: SecureHeadersVariables }>()
  .get('/:file{.+\\.[a-z0-9]+}', serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', 'no-cache') }))
  .get('/:page?', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.html(index.replaceAll('CSP_NONCE', c.get('secureHeadersNonce') ?? ''))
  })
