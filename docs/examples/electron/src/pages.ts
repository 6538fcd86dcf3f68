import { readFile } from 'node:fs/promises'

const files = {
  '/index.html': 'text/html; charset=utf-8',
  '/page.js': 'text/javascript; charset=utf-8',
  '/style.css': 'text/css; charset=utf-8',
} as const

const isFile = (path: string): path is keyof typeof files => Object.hasOwn(files, path)

/** The page may load its own files and nothing else; what it knows, it knows from its port. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Answers a request for a file of the page. */
export const servePage = async ({ url }: { readonly url: string }): Promise<Response> => {
  const { pathname } = new URL(url)
  if (!isFile(pathname)) return new Response(null, { status: 404 })
  const headers = {
    'Content-Security-Policy': policy,
    'Content-Type': files[pathname],
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(await readFile(new URL(`page${pathname}`, import.meta.url)), { headers })
}
