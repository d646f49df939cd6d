"""Is it still good law? Each citation of a text judged against an edition.

In: a text. Out: a :class:`Finding` for each rule or range it cites: its standing, in a word and in a sentence, and what
the rule is called now. A citation that names no edition was made under the one that the text's front matter names,
and without such under the newest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citator import citation as citations
from citator.citing import find_citations
from citator.doubts import Doubter, spoken
from citator.errors import BadInput
from citator.fate import Fates
from citator.prose import prose_of
from citator.quotations import Wordings, judged, quotations_beside
from citator.rulings import default_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citator.citing import Cited, Run
    from citator.library import Edition
    from citator.lineage import ChangeOf
    from citator.quotations import Quotation, Verdict, Words
    from citator.register import Shelf

# From the lightest to the gravest.
STATUSES = (
    "good", "reworded", "moved", "doubtful", "merged", "split", "changed", "removed", "misquoted", "unknown",
)  # fmt: skip
SETTLED = ("good", "reworded")  # all others need a judge, or at least --fix
_LEAST = 2  # how many rules of a range or list a message speaks of singly


@dataclass(frozen=True)
class Finding:
    """A citation and its standing."""

    file: str
    cited: Cited
    status: str
    message: str
    now: tuple[str, ...]
    target: Edition | None  # the edition it was judged against
    unmarked: Edition | None  # what a citation of this game without a mark means in this text
    words: Words = ()
    bound: bool = (
        False  # by a quotation whose words are no longer the rule's: a new number would make it a misquotation
    )

    @property
    def line(self) -> int:
        return self.cited.line

    def as_data(self) -> dict[str, Any]:
        """As the contract has it."""
        edition = self.cited.edition.key if self.cited.edition else f"{self.cited.run.game}@{self.cited.run.mark}"
        return {
            "file": self.file,
            "line": self.line,
            "citation": self.cited.text,
            "edition": edition,
            "status": self.status,
            "message": self.message,
            "now": list(self.now),
        }


@dataclass(frozen=True)
class _Standing:
    status: str
    message: str
    now: tuple[str, ...]
    words: Words = ()


class Judge:
    """Judges texts against the newest editions, or against one that is given."""

    def __init__(
        self,
        shelf: Shelf,
        changes_of: Callable[[tuple[Edition, ...]], ChangeOf],
        to: Edition | None = None,
        game: str | None = None,
    ) -> None:
        self.shelf, self.to = shelf, to
        self._game = shelf.library.game(game) if game else None
        self._fates = Fates(shelf, changes_of)
        self._doubters: dict[str, Doubter] = {}
        self._wordings: dict[str, Wordings] = {}

    def check(self, text: str, file: str = "the text", markdown: bool = True) -> list[Finding]:
        """Every citation of a text, in reading order."""
        default = self._default(text, file)
        prose = prose_of(text, markdown)
        found = find_citations(text, self.shelf, default, markdown, prose)
        by_run: dict[Run, list[Cited]] = {}
        for cited in found:
            by_run.setdefault(cited.run, []).append(cited)
        runs = list(by_run)
        beside = quotations_beside(runs, text, prose)
        out: list[Finding] = []
        for run, group in by_run.items():
            out += self._judged(group, file, default, beside.get(run), spoken(run, runs, text, prose))
        return out

    def _default(self, text: str, file: str) -> Edition | None:
        edition = default_edition(text, self.shelf.library, file)
        if self._game is None or (edition is not None and edition.game == self._game.key):
            return edition
        return self.shelf.library.edition(self._game.key)

    def target(self, game: str) -> Edition:
        return self.to if self.to is not None and self.to.game == game else self.shelf.library.edition(game)

    def _judged(
        self, group: list[Cited], file: str, default: Edition | None, quotation: Quotation | None, words: str
    ) -> list[Finding]:
        """The citations of one run; a quotation beside it may be of any of them, and is held against the first."""
        game = group[0].run.game
        target = self.target(game)
        unmarked = default if default is not None and default.game == game else self.shelf.library.edition(game)
        verdict = self._verdict(group, quotation)
        bound = verdict is not None and verdict.kind == "exact" and not self._still_stands(group, quotation, target)
        out = []
        for at, cited in enumerate(group):
            standing = self._standing(cited, target)
            if verdict is not None and verdict.kind != "exact" and at == 0 and standing.status != "unknown":
                standing = _Standing("misquoted", verdict.message, standing.now, verdict.words)
            elif (
                verdict is None
                and len(group) == len(cited.ids) == 1
                and standing.status in ("good", "reworded", "moved")
            ):
                standing = self._doubted(cited, standing, words)
            if bound and standing.status in ("reworded", "moved"):
                said = f"{standing.message}; the words quoted are those of {group[0].edition.version}"  # type: ignore[union-attr]
                standing = _Standing(standing.status, said, standing.now, standing.words)
            out.append(
                Finding(
                    file,
                    cited,
                    standing.status,
                    standing.message,
                    standing.now,
                    target,
                    unmarked,
                    standing.words,
                    bound,
                )
            )
        return out

    # ---- what became of the rule ----

    def _standing(self, cited: Cited, target: Edition) -> _Standing:
        if cited.edition is None:
            return _Standing("unknown", cited.problem, ())
        if not cited.ids:
            asked = citations.Citation(cited.edition, citations.normal(cited.written))
            document = self.shelf.document(cited.edition)
            missed = citations.missed(asked, document, self.shelf.library, self.shelf.document, self._became(asked))
            return _Standing("unknown", str(missed), ())
        each = [self._fate(cited.edition, id, target) for id in cited.ids]
        gravest = max(each, key=lambda standing: STATUSES.index(standing.status))
        grave = [standing.message for standing in each if standing.status == gravest.status]
        said = "; ".join(dict.fromkeys(grave[:_LEAST]))
        if len(grave) > _LEAST:
            said += f"; and {len(grave) - _LEAST} more"
        now = tuple(dict.fromkeys(id for standing in each for id in standing.now))
        return _Standing(gravest.status, said, now, gravest.words if len(each) == 1 else ())

    def _became(self, asked: citations.Citation) -> Callable[[Edition], str]:
        def became(holder: Edition) -> str:
            ids = self.shelf.register(holder).find(asked.rule)
            return " and ".join(self._fates.of(holder, ids[0], asked.edition).ids) if ids else ""

        return became

    def _fate(self, edition: Edition, id: str, target: Edition) -> _Standing:
        fate = self._fates.of(edition, id, target)
        new = target.key
        called = _listed(fate.ids)
        moved = fate.ids != (id,)
        reasons = "; ".join(fate.why)
        if fate.relation == "removed":
            return _Standing("removed", f"{id} is gone from {new}{self._in_its_place(edition, id, target)}", ())
        if fate.relation == "changed":
            where = f"{id} is {called} in {new} and" if moved else f"in {new} {id}"
            return _Standing(
                "changed", f"{where} means something else{f': {reasons}' if reasons else ''}", fate.ids, fate.words
            )
        if fate.relation in ("split", "merged"):
            told = f"{id} was {'split' if fate.relation == 'split' else 'merged'} into {called} in {new}"
            other = ", with another meaning" if fate.meaning == "changed" else ", with the same meaning"
            return _Standing(fate.relation, f"{told}{other}{f': {reasons}' if reasons else ''}", fate.ids, fate.words)
        reworded = fate.relation == "reworded"
        if moved:
            return _Standing(
                "moved", f"{id} is now {called} in {new}{', reworded' if reworded else ''}", fate.ids, fate.words
            )
        if reworded:
            return _Standing(
                "reworded", f"{id} is worded differently in {new}, with the same meaning", fate.ids, fate.words
            )
        said = f"{id} stands in {new}" + ("" if edition.key == new else " as it stood")
        return _Standing("good", said, fate.ids)

    def _in_its_place(self, edition: Edition, id: str, target: Edition) -> str:
        """What is nearest to a rule that is gone: the section it stood in, or the rule beside it that is left."""
        document = self.shelf.document(edition)
        node = document.by_id[id]
        beside = [other.id for other in document.children[node.parent] if other.kind == node.kind]
        near = sorted(beside, key=lambda other: abs(beside.index(other) - beside.index(id)))
        above = [up.id for up in reversed(document.ancestors(node))]
        for kind, others in (("section", above[:1]), ("neighbour", near[1:4]), ("section", above[1:])):
            for other in others:
                fate = self._fates.of(edition, other, target)
                if fate.ids:
                    return f"; its {kind} {other} is {_listed(fate.ids)} there"
        return ""

    # ---- quotations and doubts ----

    def _verdict(self, group: list[Cited], quotation: Quotation | None) -> Verdict | None:
        edition = group[0].edition
        ids = [id for cited in group for id in cited.ids]
        if quotation is None or edition is None or not ids:
            return None
        others = [e for e in reversed(self.shelf.library.games[edition.game].editions) if e.key != edition.key]
        return judged(quotation, ids, self._words(edition), [self._words(other) for other in others])

    def _still_stands(self, group: list[Cited], quotation: Quotation | None, target: Edition) -> bool:
        edition = group[0].edition
        if quotation is None or edition is None:
            return True
        now = [now for cited in group for id in cited.ids for now in self._fates.of(edition, id, target).ids]
        words = self._words(target)
        return any(words.stands_in(reading, now) for reading in quotation.readings)

    def _words(self, edition: Edition) -> Wordings:
        if edition.key not in self._wordings:
            self._wordings[edition.key] = Wordings(self.shelf, edition)
        return self._wordings[edition.key]

    def _doubted(self, cited: Cited, standing: _Standing, words: str) -> _Standing:
        assert cited.edition is not None
        edition = cited.edition
        if edition.key not in self._doubters:
            self._doubters[edition.key] = Doubter(self.shelf.register(edition))
        meant = self._doubters[edition.key].meant(words, cited.ids[0])
        if not meant:
            return standing
        node = self.shelf.document(edition).by_id[meant]
        words = _short(node.title or node.text)
        said = f"the sentence speaks of something else than {cited.ids[0]}: perhaps {meant} is meant, “{words}”"
        return _Standing("doubtful", said, standing.now)


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79].rsplit(" ", 1)[0] + " …"


def _listed(ids: Sequence[str]) -> str:
    return ids[0] if len(ids) == 1 else f"{', '.join(ids[:-1])} and {ids[-1]}" if ids else ""


def needs_a_judge(findings: Sequence[Finding]) -> bool:
    return any(finding.status not in SETTLED for finding in findings)


def edition_to(shelf: Shelf, key: str | None) -> Edition | None:
    """The edition to judge against, if one is named."""
    if key is None:
        return None
    if not key.strip():
        raise BadInput("--to takes an edition, such as fow@5.12.")
    return shelf.library.edition(key)
