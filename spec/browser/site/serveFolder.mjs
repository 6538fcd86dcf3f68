import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Serves a folder below a path, as a host of files would; `asked` has the paths that were not there. */
export const serveFolder = async (folder, prefix) => {
  const missing = []
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    let content
    try {
      content = readFileSync(join(folder, pathname.replace(prefix, '')))
    } catch {
      missing.push(pathname)
      return response.writeHead(404).end()
    }
    return response
      .writeHead(200, { 'Content-Type': types[extname(pathname)] ?? 'application/octet-stream' })
      .end(content)
  })
  await new Promise((resolve) => server.listen(0, 'localhost', resolve))
  return { address: `http://localhost:${server.address().port}${prefix}`, missing, close: () => server.close() }
}
