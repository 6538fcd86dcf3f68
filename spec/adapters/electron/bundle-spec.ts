import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

type Inputs = Readonly<Record<string, { readonly bytesInOutput: number }>>

/** What a page's bundle has of the library, peers left out, and its size in kB. */
const bundle = async (contents: string) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['rxjs', 'fp-ts', 'io-ts'],
    metafile: true,
    write: false,
  })
  const inputs = Object.assign({}, ...Object.values(metafile.outputs).map((output) => output.inputs)) as Inputs
  const files = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))
  return { files, size: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / 1000 }
}

describe('the bundle of a page', () => {
  it('has its own half, and none of the client, the transports and main', async () => {
    const { files, size } = await bundle("export { connectStreams, pagePort } from './lib/electron.ts'")
    expect(files).toContain('lib/adapters/electron/connectStreams.ts')
    const others =
      /lib\/(client|http|base\/(clock|event)|testing|service\/profile)|serve|expose|pageUnload|credit|power|netFetch/
    expect(files.filter((path) => others.test(path))).toEqual([])
    expect(size).toBeLessThan(12.0)
  })
})
