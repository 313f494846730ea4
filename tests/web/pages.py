"""What the browser tests do over and over, in a person's words."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

__all__ = ["board", "covered", "expect_message", "open_board", "slide", "tab", "tiles", "use_text"]


def open_board(page: Page, address: str, fragment: str = "") -> None:
    """Open the page and wait until it answers."""
    page.goto(f"{address}#{fragment}" if fragment else address)
    page.wait_for_selector("html[data-ready]")


def board(page: Page) -> Locator:
    return page.get_by_role("grid")


def tiles(page: Page) -> list[int]:
    """The board as the screen shows it, the blank as 0."""
    texts = page.locator("#board .cell").evaluate_all(
        "cells => cells.map(cell => cell.firstChild.hidden ? '0' : cell.firstChild.textContent)"
    )
    return [int(text) for text in texts]


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def slide(page: Page, tile: int) -> None:
    page.get_by_role("gridcell", name=f"tile {tile}", exact=True).click()


def use_text(page: Page, text: str) -> None:
    """Type a board and use it."""
    tab(page, "Board")
    page.get_by_label("Type or paste a board").fill(text)
    page.get_by_role("button", name="Use this board").click()


def covered(page: Page, *selectors: str) -> list[str]:
    """Which of these a finger cannot touch in their middle: something else lies there, or they are off the screen."""
    script = """selectors => selectors.filter((selector) => {
        const element = document.querySelector(selector);
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return !found || !element.contains(found);
    })"""
    found: list[str] = page.evaluate(script, list(selectors))
    return found


def expect_message(page: Page, text: str) -> None:
    expect(page.locator("#message")).to_contain_text(text)
