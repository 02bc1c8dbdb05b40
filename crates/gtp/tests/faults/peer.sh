# What every misbehaving engine here has in common: it speaks Phantom Go until it does not.
# The script that reads this defines `suggest`, and may define others.

reply() { printf '= %s\n\n' "$1"; }
leave() { reply; exit 0; }

serve() {
    while read -r name args; do
        case "$name" in
        list_commands)
            reply "list_commands
name
quit
boardsize
clear_board
komi
PG-SuggestMove
PG-MovePlayed
PG-TriedMove
PG-StonesTaken
PG-Caught" ;;
        name) reply "fault" ;;
        PG-SuggestMove) suggest ;;
        quit) leave ;;
        *) reply ;;
        esac
    done
}
