class ItemsController < ApplicationController
  def index
    @items = Item.named(params[:name])
  end

  def search
    @items = ItemSearch.new(params[:q], params[:sort]).call
  end

  def sorted
    @items = Item.sorted_by(params[:sort])
  end
end
