const names = (protocol: string): ReadonlyArray<string> => [`${protocol}_proxy`, 'all_proxy']

const isExempt = (host: string, exempt: string): boolean =>
  exempt
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) =>
      entry
        .toLowerCase()
        .replace(/^\*?\.?/, '')
        .replace(/:\d+$/, ''),
    )
    .some((entry) => entry === '' || host === entry || host.endsWith(`.${entry}`))

/**
 * The name of the environment variable that sets a proxy for a service; `null` if none does, or if the host is exempt.
 */
export const proxyVariable = (origin: string, env: NodeJS.ProcessEnv): string | null => {
  const { hostname, protocol } = new URL(origin)
  if (isExempt(hostname, env.no_proxy ?? env.NO_PROXY ?? '')) return null
  const candidates = names(protocol.slice(0, -1)).flatMap((name) => [name, name.toUpperCase()])
  return candidates.find((name) => (env[name] ?? '') !== '') ?? null
}
