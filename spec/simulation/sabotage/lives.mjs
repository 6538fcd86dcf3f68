// Lives short lives of a bundled simulation, seed by seed, until an invariant breaks, and says which to the parent.
const [path, first, seeds, users, days, faultRate] = process.argv.slice(2)
const { runShard } = await import(path)

for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
  const job = { seed, shard: 0, users: Number(users), from: 0, until: Number(days), faultRate: Number(faultRate) }
  const { broken } = runShard(job)
  if (broken === undefined) continue
  process.send({ seed, ...broken })
  break
}
