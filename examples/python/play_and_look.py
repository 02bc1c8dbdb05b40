# %% [markdown]
# # Play a game and look at it
#
# Two players of Kage play on 9x9. Each is given its own view, and nothing else.

# %%
import kage_go

game = kage_go.Game("borsboom", size=9, seed=1)
players = {
    "black": kage_go.Player("kage:playouts=50", seed=1),
    "white": kage_go.Player("all-as-first:playouts=100", seed=2),
}
while not game.over and game.steps < 60:
    seat = game.to_play
    choice = players[seat].choose(game.view())
    if choice == "resign":
        game.resign(seat)
    else:
        game.step(choice)

# %% [markdown]
# What each seat knows. A question mark is a refused try whose reason is open.

# %%
print(game.view("black"))
print(game.view("white"))

# %% [markdown]
# What Black heard last, and why it chose as it did.

# %%
for heard in game.view("black").heard[-5:]:
    print(heard)
for action, value, visits, probability, reasons in players["black"].explanation.candidates[:3]:
    print(action, f"value {value:.3f}, {visits} visits, chosen with {probability:.2f}", *reasons)

# %% [markdown]
# Boards that fit what Black heard: where may White's hidden stones be?

# %%
worlds = game.worlds("black", n=200, seed=1)
hidden = (worlds == kage_go.WHITE).mean(axis=0)
hidden[game.view("black").theirs] = float("nan")
for row in reversed(hidden):
    print(" ".join("  ##" if chance != chance else f"{chance:4.2f}" for chance in row))
