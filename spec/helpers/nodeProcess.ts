import { spawn } from 'node:child_process'
import { build } from 'esbuild'

/** How a program ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a TypeScript program of a few lines, its imports relative to `spec/`, in a Node process of its own. */
export const nodeProcess = async (program: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> => {
  const bundle = await build({
    stdin: { contents: program, loader: 'ts', resolveDir: `${process.cwd()}/spec` },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
  })
  const child = spawn(process.execPath, ['--no-deprecation', '-'], { env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin.end(bundle.outputFiles[0]?.text)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({ code, stdout, stderr })
    })
  })
}
