import type { Options } from '../command/Options.js'
import type { Job } from './Job.js'

/** Users of a shard: their number follows from nothing that a machine has. */
export const shardSize = 10

/** The shards of a simulation, seed by seed. */
export const jobs = ({
  seeds,
  users,
  days,
  from,
  faultRate,
  shard,
  participants,
  only,
}: Options): ReadonlyArray<Job> => {
  const all = Array.from({ length: Math.ceil(users / shardSize) }, (_, index) => index)
  return seeds.flatMap((seed) =>
    all
      .filter((index) => shard === undefined || index === shard)
      .map((index) => ({
        seed,
        shard: index,
        users: Math.min(shardSize, users - index * shardSize),
        from,
        until: days,
        faultRate,
        ...(participants === undefined ? {} : { participants }),
        ...(only === undefined ? {} : { only }),
      })),
  )
}
