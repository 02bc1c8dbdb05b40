// The messages of docs/web-protocol.md as types, for the type checker. This file has no code that runs.

/** @typedef {"black" | "white"} Seat */
/** @typedef {{ main: number, increment?: number, periods?: number, period?: number }} ClockRules */
/** @typedef {{ name: string | null, bot: string | null, hints?: number }} Person */

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {"bot" | "friend" | "exhibition" | "desk"} kind
 * @property {"waiting" | "playing" | "over"} state
 * @property {Person} black
 * @property {Person} white
 * @property {number} size
 * @property {string} rules
 * @property {Record<string, string>} settings
 * @property {number} komi
 * @property {string[]} handicap
 * @property {ClockRules | null} clock
 * @property {boolean} undo
 * @property {number | null} delay
 * @property {boolean} listed
 * @property {number} moves
 * @property {string | null} result
 * @property {number} created
 * @property {string | null} next
 * @property {{ first: string | null }} [pair]
 */

/** @typedef {{ title: string, about: string }} LevelText */
/** @typedef {{ id: string, onNine: LevelText, elsewhere: LevelText, chance: boolean }} Level */
/** @typedef {{ name: string, about: string, rules: string, komi: number, settings: Record<string, string> }} Preset */
/**
 * @typedef {object} About
 * @property {string} version
 * @property {Level[]} levels
 * @property {Preset[]} presets
 * @property {{ name: string, takes: string }[]} settings
 * @property {{ least: number, most: number, usual: number[] }} sizes
 * @property {{ size: number, most: number }[]} handicap
 * @property {number} nameLength
 * @property {number} maxDelay
 * @property {boolean} belief
 */

/** @typedef {{ left: number, periods: number | null, inPeriod: boolean }} Clock */
/** @typedef {{ black: Clock, white: Clock, running: Seat | null }} Clocks */

/**
 * @typedef {object} View
 * @property {number} moves
 * @property {Seat | null} turn
 * @property {string} board
 * @property {{ point: string, how: string, move: number }[]} theirs
 * @property {{ point: string, move: number, causes: string[] }[]} refused
 * @property {string[]} tried
 * @property {string | null} ko
 * @property {number} stones
 * @property {number} theirStones
 * @property {boolean} theirStonesExact
 * @property {number} taken
 * @property {number} lost
 * @property {number} triesHeard
 */

/**
 * @typedef {object} News
 * @property {number} seq
 * @property {number} move
 * @property {string} kind
 * @property {string} words
 * @property {string | null} [point]
 * @property {string | null} [reason]
 * @property {number} [taken]
 * @property {string[]} [points]
 * @property {boolean} [atari]
 * @property {boolean} [passed]
 * @property {number | null} [tries]
 * @property {string[]} [lost]
 * @property {string} [result]
 * @property {Seat | null} [winner]
 * @property {string} [how]
 * @property {Seat} [by]
 * @property {number} [to]
 * @property {string[]} [dead]
 * @property {string} [game]
 * @property {string} [token]
 * @property {Seat} [seat]
 * @property {string} [choice] of a hint
 * @property {number | null} [chance]
 * @property {number | null} [hidden]
 * @property {{ choice: string, chance: number | null }[]} [others]
 */

/** @typedef {{ black: number, white: number, komi: number }} Score */
/** @typedef {{ right: number, wrong: number, missed: number, found: string[] }} GuessScore */
/**
 * @typedef {object} Opened
 * @property {string} board
 * @property {string} result
 * @property {Seat | null} winner
 * @property {string} how
 * @property {Score} score
 * @property {string[]} dead
 * @property {boolean} markable
 * @property {GuessScore | null} guess
 */

/**
 * @typedef {object} Scene
 * @property {number} seq
 * @property {number} move
 * @property {string} kind
 * @property {Seat | null} mover
 * @property {string | null} point
 * @property {string | null} reason
 * @property {string[]} taken
 * @property {{ black: string[], white: string[] }} words
 * @property {{ truth: string, black: string, white: string }} boards
 * @property {{ black: Record<string, string>, white: Record<string, string> }} how
 * @property {Seat | null} turn
 * @property {number | null} chance
 * @property {string | null} [result]
 */

/**
 * @typedef {object} Replay
 * @property {Card} game
 * @property {Scene[]} scenes
 * @property {string[]} dead
 * @property {Score | null} score
 * @property {{ black: (GuessScore & { stones: string[] }) | null, white: (GuessScore & { stones: string[] }) | null }} guesses
 * @property {{ black: boolean, white: boolean }} chance
 */

/** @typedef {{ size: number, modules: string }} QrCode */
/** @typedef {{ link: string, reach: "machine" | "network" | "everyone", network: string | null, qr: QrCode | null }} InviteLink */

/** @typedef {{ seat: Seat, scene: number, hidden: number[], certain: string[], worlds: number, health: string }} Belief */

/** @typedef {{ type: "seated", game: Card, seat: Seat, state: Card["state"], seq: number, log: News[], view: View,
 *   clocks: Clocks | null, guess: string[], asks: { undo: Seat | null, rematch: Seat | null },
 *   marks: { black: string[] | null, white: string[] | null }, opened: Opened | null, opponent: boolean }} Seated */
/** @typedef {{ type: "news", news: News, state: Card["state"], view: View, clocks: Clocks | null, opened: Opened | null }} Heard */
/** @typedef {{ type: "stage", game: Card, desk: boolean, seq: number, scenes: Scene[], clocks: Clocks | null }} Stage */
/** @typedef {{ type: "scene", scene: Scene, clocks: Clocks | null, game: Card }} SceneMessage */
/** @typedef {{ type: "lobby", open: Card[], running: Card[], finished: Card[], players: number }} Lobby */

/**
 * Everything that a stream may bring.
 * @typedef {Seated | Heard | Stage | SceneMessage | Lobby
 *   | { type: "guessed", stones: string[] } | { type: "present", opponent: boolean } | { type: "card", game: Card }
 *   | { type: "done", id: string } | { type: "error", id: string | null, code: string, say: string }
 *   | { type: "pong" }} Message
 */

export {};
