import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { html } from 'hono/html'
import type { Sessions } from './sessions.js'

/** The built app in a folder: its files, and its one page at each address that it knows. */
export const pages = (root: string, sessions: Sessions) => {
  const index = readFileSync(join(root, 'index.html'), 'utf8')
  const files = serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', 'max-age=31536000, immutable') })
  const app = new Hono().use(compress()).get('/assets/*', files)
  for (const path of ['/', '/transactions', '/consents', '/sandbox'])
    app.get(path, (c) => {
      const session = sessions.find(c.req.raw)
      const { pathname, search } = new URL(c.req.url)
      if (session === undefined)
        return c.redirect(`/login?${new URLSearchParams({ back: pathname + search }).toString()}`)
      c.header('Cache-Control', 'no-store')
      return c.html(index.replace('USER_NAME', () => html`${session.name}`.toString()))
    })
  return app
}
