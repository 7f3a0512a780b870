/**
 * What the mailbox in Redis does in one step. The time and the order come from Redis, so that processes whose clocks
 * differ agree on both.
 *
 * Each topic has three keys on one slot: `order` (digests by place), `letters` (digest to letter, `bytes` that they
 * weigh, `last` place given) and `receipts` (place to the clients that have the letter, with a space around each). A
 * letter is `expires seq publishedAt size sender`, a line end, and what only the gateways read.
 */
import { relayBounds } from '@latchkey/spec/relay'

const common = `
local order, letters, receipts = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
local function whole(number) return string.format('%.0f', number) end
local function head(letter)
  local expires, seq, size, sender = string.match(letter, '^(%d+) (%d+) %d+ (%d+) (%S+)')
  return tonumber(expires), seq, tonumber(size), sender
end
`

export const publishScript = `${common}
local digest, sender, life, size, body, channel = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5], ARGV[6]

local function remove(name)
  local letter = redis.call('HGET', letters, name)
  redis.call('ZREM', order, name)
  redis.call('HDEL', letters, name)
  if letter then
    local _, seq, weight = head(letter)
    redis.call('HDEL', receipts, seq)
    redis.call('HINCRBY', letters, 'bytes', -weight)
  end
end

local known = redis.call('HGET', letters, digest)
if known then
  if head(known) > now then return { 'known' } end
  remove(digest)
end

local function hasRoom()
  local bytes = tonumber(redis.call('HGET', letters, 'bytes')) or 0
  return redis.call('ZCARD', order) < ${relayBounds.mailboxMessages} and bytes + size <= ${relayBounds.mailboxBytes}
end

if not hasRoom() then
  local received = {}
  for _, name in ipairs(redis.call('ZRANGE', order, 0, -1)) do
    local expires, seq = head(redis.call('HGET', letters, name))
    if expires <= now then remove(name)
    elseif redis.call('HEXISTS', receipts, seq) == 1 then received[#received + 1] = name end
  end
  if not hasRoom() then
    for place = 1, math.floor((#received + 1) / 2) do remove(received[place]) end
  end
  if not hasRoom() then return { 'full' } end
end

local last = tonumber(redis.call('HGET', letters, 'last')) or 0
local seq = math.max(micros, last + 1)
local letter = table.concat({ whole(now + life), whole(seq), whole(now), whole(size), sender }, ' ') .. '\\n' .. body
redis.call('ZADD', order, whole(seq), digest)
redis.call('HSET', letters, digest, letter, 'last', whole(seq))
redis.call('HINCRBY', letters, 'bytes', size)
local lives = math.max(life, redis.call('PTTL', order))
redis.call('PEXPIRE', order, lives)
redis.call('PEXPIRE', letters, lives)
redis.call('PEXPIRE', receipts, lives)
redis.call('PUBLISH', channel, digest .. '\\n' .. letter)
return { 'stored' }
`

/** Returns whether there is more, then digests and letters in turn. */
export const readScript = `${common}
local client, after, limit, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local page, bytes = { 0 }, 0
for _, name in ipairs(redis.call('ZRANGEBYSCORE', order, '(' .. after, '+inf')) do
  local letter = redis.call('HGET', letters, name)
  local expires, seq, size, sender = head(letter)
  local clients = redis.call('HGET', receipts, seq)
  local isReceived = clients and string.find(clients, ' ' .. client .. ' ', 1, true)
  if expires > now and sender ~= client and not isReceived then
    if #page > 2 * limit or bytes >= most then
      page[1] = 1
      break
    end
    page[#page + 1] = name
    page[#page + 1] = letter
    bytes = bytes + size
  end
end
return page
`

export const receiveScript = `${common}
local digest, client = ARGV[1], ARGV[2]
local letter = redis.call('HGET', letters, digest)
if letter then
  local _, seq = head(letter)
  local clients = redis.call('HGET', receipts, seq) or ' '
  if not string.find(clients, ' ' .. client .. ' ', 1, true) then
    redis.call('HSET', receipts, seq, clients .. client .. ' ')
    redis.call('PEXPIRE', receipts, redis.call('PTTL', order))
  end
end
return {}
`
